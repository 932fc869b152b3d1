/** Reasons why a navigation failed before its screen. Any other error is a bug of the screen itself. */

/** A screen's code or translations could not be loaded. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
}

/** The session check failed or was not reached. */
export class SessionCheckError extends Error {
  override readonly name = 'SessionCheckError';
}

/** The login page finds the user logged in, another path of the API does not. */
export class LoginContradictionError extends Error {
  override readonly name = 'LoginContradictionError';
  /** Address of the API. */
  readonly refusedBy: string;

  constructor(path: string) {
    super(path);
    this.refusedBy = `/api${path}`;
  }
}

/** `ChunkLoadError`: webpack's name for a failed lazy import. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ScreenLoadError' || error.name === 'ChunkLoadError');
