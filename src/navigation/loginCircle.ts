/**
 * Ends the circle between the login page, which finds the user logged in and leads back, and a page whose request is refused as not
 * logged in: after one round the login page says what contradicts. A proxy that refuses a single path causes it.
 */

/** The login page finds the user logged in, another path of the API (`refusedBy`) does not. */
export type LoginContradictionError = Error & { readonly refusedBy: string };

/** A redirect within this time after another one is a second round. */
const ROUND_MAX_MS = 30_000;

let redirectedAtMs = 0;
/** Path of the API that answered since the redirect that the user is not logged in. */
let refusedBy: string | undefined;

/** A request was refused as not logged in. */
export function noteNotLoggedIn(path: string): void {
  refusedBy = path;
}

/** The login page is about to lead a logged-in user back. @returns the contradiction instead, in the second round */
export function noteRedirect(): LoginContradictionError | undefined {
  const now = Date.now();
  const contradicted = now - redirectedAtMs < ROUND_MAX_MS ? refusedBy : undefined;
  refusedBy = undefined;
  redirectedAtMs = contradicted === undefined ? now : 0;
  return contradicted === undefined ? undefined : Object.assign(new Error(contradicted), { refusedBy: `/api${contradicted}` });
}
