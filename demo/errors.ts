/** What was asked for can't be used, and why: the demo ends with 2. */
export class Refused extends Error {
  override readonly name = "Refused";
}
