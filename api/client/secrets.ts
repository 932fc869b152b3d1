/**
 * Keeps passwords, codes, tokens and keys out of Redux. RTK Query puts the arguments of every call into action meta, and replies
 * into state; a call with secrets therefore takes and gives a sealed ticket, whose content lies in a WeakMap beside the store.
 * Sealed things travel through mutations only: query hooks copy their arguments, and a copy opens nothing.
 */

declare const content: unique symbol;

/** A plain, serialisable stand-in for a `T` that can't be read from it. Use the very same object, not a copy. */
export interface Sealed<T> {
  readonly sealed: true;
  readonly [content]?: T;
}

const vault = new WeakMap<object, unknown>();

/** Puts `secret` away for as long as the ticket is held by somebody. */
export function seal<T>(secret: T): Sealed<T> {
  const ticket: Sealed<T> = Object.freeze({ sealed: true });
  vault.set(ticket, secret);
  return ticket;
}

/** What `ticket` stands for. */
export function reveal<T>(ticket: Sealed<T>): T {
  if (!vault.has(ticket)) throw new Error('A sealed secret can only be opened with the ticket itself.');
  return vault.get(ticket) as T;
}

/** `request(…)` for a call whose arguments are sealed. */
export const sealed =
  <Args, Request>(request: (args: Args) => Request) =>
  (ticket: Sealed<Args>): Request =>
    request(reveal(ticket));
