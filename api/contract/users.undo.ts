/** Undoing an act on an account. */

/** How long undo is offered, and how long the server gives ownership back. */
export const UNDO_MAX_AGE_MS = 15 * 60_000;
