/** A law that did not hold. Shrinking looks for the same law. */
export class Violation extends Error {
  override readonly name = "Violation";
  constructor(
    readonly law: string,
    details: readonly string[],
  ) {
    super(`${law}:\n  ${details.join("\n  ")}`);
  }
}

/** @throws Violation when there is anything to complain of. */
export function hold(law: string, complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Violation(law, complaints);
}
