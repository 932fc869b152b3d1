/**
 * Which cookie named XSRF-TOKEN is ours: other applications use the name too, and may set it for a common domain or a longer path. The
 * server recognises its own, so each is tried; the one that was accepted last comes first.
 */
import type { ClientProblem } from './clientProblem.ts';
import type { Transport } from './transport.ts';

const XSRF_COOKIE = 'XSRF-TOKEN';
const MAX_TRIES = 8;

const accepted = new WeakMap<Transport, string>();

/** The tokens to try, in order. */
function candidates(transport: Transport): readonly (string | undefined)[] {
  const present = transport.cookies(XSRF_COOKIE);
  const known = accepted.get(transport);
  const ordered = known !== undefined && present.includes(known) ? [known, ...present] : present;
  return ordered.length === 0 ? [undefined] : [...new Set(ordered)].slice(0, MAX_TRIES);
}

/** Changes whenever the session's token is rotated. */
export const xsrfCookies = (transport: Transport): string => transport.cookies(XSRF_COOKIE).join();

/** Sends a request with each token until it is not refused as forged, which has changed nothing. */
export async function withXsrfToken<
  Result extends { readonly ok: true } | { readonly ok: false; readonly problem: ClientProblem },
>(transport: Transport, send: (token: string | undefined) => Promise<Result>): Promise<Result> {
  const [first, ...others] = candidates(transport);
  let result = await send(first);
  for (const token of others) {
    if (!isForged(result)) break;
    result = await send(token);
    if (token !== undefined && !isForged(result)) accepted.set(transport, token);
  }
  return result;
}

const isForged = (result: { readonly ok: true } | { readonly ok: false; readonly problem: ClientProblem }): boolean =>
  !result.ok && result.problem.kind === 'problem' && result.problem.body.code === 'AntiForgery';
