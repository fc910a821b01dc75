export const DONE = "done";

/** How often each mutation was done, and refused with what: a model whose every step is refused holds every law. */
export class Said {
  readonly #counts = new Map<string, Map<string, number>>();

  count(mutation: string, answer: string): void {
    const answers = this.#counts.get(mutation) ?? new Map<string, number>();
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    this.#counts.set(mutation, answers);
  }

  done(mutation: string): number {
    return this.#counts.get(mutation)?.get(DONE) ?? 0;
  }

  lines(): string[] {
    return [...this.#counts].sort().map(([mutation, answers]) => {
      const each = [...answers].sort(([, a], [, b]) => b - a).map(([answer, count]) => `${answer} ${count}`);
      return `${mutation}: ${each.join(", ")}`;
    });
  }
}
