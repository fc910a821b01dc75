import { MultiBar, Presets, type SingleBar } from "cli-progress";

export interface Line {
  /** 0 to 100. */
  percent: number;
  words: string;
}

const NAME_CHARS = 20;
/** Of a line: its indent, blanks and the percentage, beside name, bar and words. */
const FRAME_CHARS = 12;

/** What a person sees: bars in a terminal, plain lines elsewhere. */
export class Show {
  readonly #lively = process.stdout.isTTY === true && process.env["TERM"] !== "dumb";
  readonly #coloured = this.#lively && !process.env["NO_COLOR"];
  #bars: MultiBar | null = null;
  readonly #lines = new Map<string, SingleBar>();
  readonly #said = new Map<string, string>();

  title(text: string): void {
    this.endBars();
    console.log(this.#lively ? `\n${this.#coloured ? `\u001b[1m${text}\u001b[0m` : text}` : `\n== ${text}`);
  }

  say(text: string): void {
    // What the bars had drawn on that line goes.
    if (this.#bars !== null) this.#bars.log(`${text}\u001b[K\n`);
    else console.log(text);
  }

  proof(text: string): void {
    const mark = this.#coloured ? "\u001b[32m✓\u001b[0m" : "✓";
    this.say(this.#lively ? `  ${mark} ${text}` : `  ok: ${text}`);
  }

  /** Draws a bar by its name, or says a line where its words changed or it moved by a tenth. */
  bar(name: string, { percent, words }: Line): void {
    if (!this.#lively) {
      const mark = `${Math.floor(percent / 10)} ${words.replace(/[\d,]+/g, "")}`;
      if (this.#said.get(name) === mark) return;
      this.#said.set(name, mark);
      console.log(`  ${name.padEnd(NAME_CHARS)} ${String(Math.floor(percent)).padStart(3)} %  ${words}`);
      return;
    }
    const columns = process.stdout.columns || 100;
    const barsize = Math.max(10, Math.min(36, columns - NAME_CHARS - FRAME_CHARS - 45));
    this.#bars ??= new MultiBar(
      {
        format: "  {name} {bar} {percentage}%  {words}",
        stream: process.stdout,
        barsize,
        hideCursor: true,
        autopadding: true,
        forceRedraw: true,
        gracefulExit: false,
      },
      Presets.shades_classic,
    );
    let bar = this.#lines.get(name);
    if (bar === undefined) {
      bar = this.#bars.create(100, 0, { name: name.padEnd(NAME_CHARS), words: "" });
      this.#lines.set(name, bar);
    }
    const room = Math.max(10, columns - NAME_CHARS - FRAME_CHARS - barsize);
    bar.update(Math.floor(percent), { words: words.length > room ? `${words.slice(0, room - 1)}…` : words });
  }

  endBars(): void {
    // Stopping alone would drop what was said since the last drawing.
    this.#bars?.update();
    this.#bars?.stop();
    this.#bars = null;
    this.#lines.clear();
    this.#said.clear();
  }
}
