/** An error, and the part of the page it came from. */

export interface ErrorReport {
  readonly error: unknown;
  readonly where: string;
  /** React's stack of the component that threw, if it is known. */
  readonly componentStack?: string | undefined;
}
