/** An error, and the part of the page it came from. */

export interface ErrorReport {
  readonly error: unknown;
  readonly where: string;
}
