/** Reasons why a navigation failed before its screen. Any other error is a bug of the screen itself. */

/** A screen's code or translations could not be loaded. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
}

/** The session check failed or was not reached. */
export class SessionCheckError extends Error {
  override readonly name = 'SessionCheckError';
}

/** `ChunkLoadError`: webpack's name for a failed lazy import. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ScreenLoadError' || error.name === 'ChunkLoadError');
