/** Where an impersonation began; left with the entries of the history meanwhile, and nowhere else. */

export interface ImpersonationOrigin {
  readonly address: string;
  /** Where one stood on that page, in the page's own words. */
  readonly place?: unknown;
}

/** Only a path on this origin is gone back to. */
const isOrigin = (value: unknown): value is ImpersonationOrigin =>
  typeof value === 'object' &&
  value !== null &&
  'address' in value &&
  typeof value.address === 'string' &&
  /^\/(?![/\\])/.test(value.address);

/** Of the state of an entry; undefined where there is none. */
export const impersonationOriginOf = (state: unknown): ImpersonationOrigin | undefined =>
  typeof state === 'object' && state !== null && 'from' in state && isOrigin(state.from) ? state.from : undefined;
