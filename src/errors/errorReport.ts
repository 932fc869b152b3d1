/** What is told of a failure: the error itself, and the part of the page it came from. */

export interface ErrorReport {
  readonly error: unknown;
  readonly where: string;
}
