/** Undoing an act on an account. */

/** How long it is offered; the server gives ownership back for as long. */
export const UNDO_MAX_AGE_MS = 15 * 60_000;
