/** The page on which an impersonation started; kept only in the state of history entries. */

export interface ImpersonationOrigin {
  readonly address: string;
  /** Position on that page, in a format of that page's own. */
  readonly place?: unknown;
}

/** Only a path on this origin: blocks open redirects. */
const isOrigin = (value: unknown): value is ImpersonationOrigin =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  typeof value.address === 'string' &&
  /^\/(?![/\\])/.test(value.address);

/** Reads it from the state of a history entry; undefined if absent. */
export const impersonationOriginOf = (state: unknown): ImpersonationOrigin | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && isOrigin(state.from) ? state.from : undefined;
