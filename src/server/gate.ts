export type ServerPhase = "starting" | "serving" | "draining";

/** Whether the house is in order. Who comes too early waits; who comes too late is told. */
export class Gate {
  /** Resolves when it is no longer starting. */
  readonly opened: Promise<void>;
  private state: ServerPhase = "starting";
  private open = (): void => {};

  constructor(ready: Promise<unknown> = Promise.resolve()) {
    this.opened = new Promise((resolve) => {
      this.open = resolve;
    });
    ready.then(
      () => {
        if (this.state === "starting") this.state = "serving";
        this.open();
      },
      // Whoever made the promise ends the server when it fails.
      () => {},
    );
  }

  get phase(): ServerPhase {
    return this.state;
  }

  close(): void {
    this.state = "draining";
    this.open();
  }
}
