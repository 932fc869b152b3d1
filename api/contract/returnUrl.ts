/**
 * Validates a return URL (CWE-601, open redirect): a path of this origin, or an address below a registered application's. Rejects
 * whatever a browser would resolve to another place: `//e`, `/\e`, control characters, other schemes, userinfo, dot segments.
 */

const MAX_LENGTH = 2000;
/** Control characters, white space, backslashes, and full-width forms that normalisation turns into slashes or dots. */

const TREACHEROUS = /[\u0000-\u0020\u007f-\u00a0\\\u2028\u2029\u2024\u2215\u2044\u29f8\u3000\uff0e\uff0f\uff3c]/u;
const ENCODED = /%(?:0[0-9a-f]|1[0-9a-f]|2f|5c|7f)/i;

/**
 * @param allowed addresses of the registered applications
 * @returns the address unchanged, or null if it is not safe to follow
 */
export function safeReturnUrl(value: unknown, allowed: readonly string[] = []): string | null {
  if (typeof value !== 'string' || value === '' || value.length > MAX_LENGTH || TREACHEROUS.test(value)) return null;
  if (value.startsWith('/')) return isLocalPath(value) ? value : null;
  return allowed.some((address) => isUnder(value, address)) ? value : null;
}

function isLocalPath(value: string): boolean {
  const path = value.split(/[?#]/, 1)[0] as string;
  if (value.startsWith('//') || ENCODED.test(path) || path.includes('//')) return false;
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return false;
  const base = 'https://origin.invalid';
  return URL.canParse(value, base) && new URL(value, base).origin === base;
}

function isUnder(value: string, address: string): boolean {
  if (!URL.canParse(value) || !/^https?:\/\//i.test(value)) return false;
  const url = new URL(value);
  return url.origin === new URL(address).origin && url.username === '' && url.password === '';
}
