/** Why a navigation could not end at its screen. Any other error is a fault of the screen itself. */

/** The code or the phrases of a screen could not be fetched. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError';
}

/** The server did not say whether there is a session: it failed, or was not reached. */
export class SessionCheckError extends Error {
  override readonly name = 'SessionCheckError';
}

/** Parts of a page are fetched late too; webpack names their failure so. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'ScreenLoadError' || error.name === 'ChunkLoadError');
