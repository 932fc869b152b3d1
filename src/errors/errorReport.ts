/** An error, and the part of the page it came from. */

export interface ErrorReport {
  readonly error: unknown;
  readonly where: string;
  /** Of the component that threw, if React reports it. */
  readonly componentStack?: string | undefined;
}
