import { MultiBar, Presets, type SingleBar } from "cli-progress";

export interface Line {
  /** 0 to 100. */
  percent: number;
  words: string;
}

/** What a person sees: bars in a terminal, plain lines elsewhere. */
export class Show {
  readonly #lively = process.stdout.isTTY === true;
  #bars: MultiBar | null = null;
  readonly #lines = new Map<string, SingleBar>();
  readonly #said = new Map<string, string>();

  title(text: string): void {
    this.endBars();
    console.log(this.#lively ? `\n\u001b[1m${text}\u001b[0m` : `\n== ${text}`);
  }

  say(text: string): void {
    if (this.#bars !== null) this.#bars.log(`${text}\n`);
    else console.log(text);
  }

  proof(text: string): void {
    this.say(this.#lively ? `  \u001b[32m✓\u001b[0m ${text}` : `  ok: ${text}`);
  }

  /** Draws a bar by its name, or says a line where it moved by a tenth. */
  bar(name: string, { percent, words }: Line): void {
    if (!this.#lively) {
      const mark = `${Math.floor(percent / 10)} ${words.replace(/[\d,]+/g, "")}`;
      if (this.#said.get(name) === mark) return;
      this.#said.set(name, mark);
      console.log(`  ${name.padEnd(22)} ${String(Math.floor(percent)).padStart(3)} %  ${words}`);
      return;
    }
    this.#bars ??= new MultiBar(
      { format: "  {name} {bar} {percentage}%  {words}", hideCursor: true, clearOnComplete: false, autopadding: true, forceRedraw: true },
      Presets.shades_classic,
    );
    let bar = this.#lines.get(name);
    if (bar === undefined) {
      bar = this.#bars.create(100, 0, { name: name.padEnd(22), words: "" });
      this.#lines.set(name, bar);
    }
    bar.update(Math.floor(percent), { words: words.slice(0, Math.max(20, (process.stdout.columns ?? 120) - 75)) });
  }

  endBars(): void {
    this.#bars?.stop();
    this.#bars = null;
    this.#lines.clear();
    this.#said.clear();
  }
}
