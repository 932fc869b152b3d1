/**
 * Ends the circle between the login page, which finds the user logged in and leads back, and a page whose request is refused as not
 * logged in: after one round the login page reports the contradiction. A proxy that refuses a single path causes it.
 */

/** The login page finds the user logged in, another path of the API (`refusedBy`) does not. */
export type LoginContradictionError = Error & { readonly refusedBy: string };

/** A redirect within this time after another one is a second round. */
const ROUND_MAX_MS = 30_000;

let redirectedAtMs = 0;
/** Path of the API call that was refused as not logged in since the redirect. */
let refusedBy: string | undefined;

/** A request was refused as not logged in. */
export function noteNotLoggedIn(path: string): void {
  refusedBy = path;
}

/** Called when the login page is about to redirect a logged-in user. @returns in the second round the error to show instead */
export function noteRedirect(): LoginContradictionError | undefined {
  const now = Date.now();
  const contradicted = now - redirectedAtMs < ROUND_MAX_MS ? refusedBy : undefined;
  refusedBy = undefined;
  redirectedAtMs = contradicted === undefined ? now : 0;
  return contradicted === undefined ? undefined : Object.assign(new Error(contradicted), { refusedBy: `/api${contradicted}` });
}
