/**
 * Keeps passwords, codes, tokens and keys out of Redux. RTK Query puts arguments into action meta and responses into state; an
 * operation with secrets therefore takes and returns a sealed ticket, whose content is held in a WeakMap outside the store. Use
 * mutations only: query hooks copy their arguments, and a copy cannot be revealed.
 */

declare const content: unique symbol;

/** A plain, serialisable stand-in for a `T` that cannot be read from it. Pass the same object, not a copy. */
export interface Sealed<T> {
  readonly sealed: true;
  readonly [content]?: T;
}

const secrets = new WeakMap<object, unknown>();

/** Keeps `secret` as long as the ticket is referenced. */
export function seal<T>(secret: T): Sealed<T> {
  const ticket: Sealed<T> = Object.freeze({ sealed: true });
  secrets.set(ticket, secret);
  return ticket;
}

/** Returns the content of `ticket`. */
export function reveal<T>(ticket: Sealed<T>): T {
  if (!secrets.has(ticket)) throw new Error('A sealed secret can only be opened with the ticket itself.');
  return secrets.get(ticket) as T;
}

/** `request(…)` for an operation whose arguments are sealed. */
export const sealed =
  <Args, Request>(request: (args: Args) => Request) =>
  (ticket: Sealed<Args>): Request =>
    request(reveal(ticket));
