/**
 * Ends the circle between the login page, which finds the user logged in and leads back, and a page whose request is refused as not
 * logged in: after one round the login page says what contradicts. A proxy that refuses a single path causes it.
 */

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

/** A redirect within this time after another one is a second round. */
const ROUND_MAX_MS = 30_000;

interface Redirect {
  readonly at: number;
  /** Path of the API that answered since that the user is not logged in. */
  readonly refusedBy?: string;
}

let last: Redirect | undefined;

/** A request was refused as not logged in. */
export function noteNotLoggedIn(path: string): void {
  if (last) last = { ...last, refusedBy: path };
}

/** The login page is about to lead a logged-in user back. @returns the contradiction instead, in the second round */
export function noteRedirect(): LoginContradictionError | undefined {
  const refusedBy = last && Date.now() - last.at < ROUND_MAX_MS ? last.refusedBy : undefined;
  last = refusedBy === undefined ? { at: Date.now() } : undefined;
  return refusedBy === undefined ? undefined : new LoginContradictionError(refusedBy);
}
