/** The base query of RTK Query: sends with the anti-forgery token, renews it, ends the session on 401 (`fetchWithRecovery.ts`), and makes problems of failures. */
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { ClientProblem } from './clientProblem.ts';
import { type ClientExtra, fetchWithRecovery, UnreadableReply } from './fetchWithRecovery.ts';
import type { WireRequest } from './request.ts';
import type { WireReply } from './transport.ts';

/** `extraOptions` of an endpoint. */
export interface CallOptions {
  /** Statuses outside 200–299 that count as success. */
  readonly accept?: readonly number[];
  /** `caller`: the caller shows the problem in place (form, page), so the alert bar skips it. */
  readonly problemsShownBy?: 'caller';
}

/** The parts of a response that `meta` keeps. */
export interface ReplyMeta {
  readonly status?: number;
  readonly location?: string;
  /** The server's clock (`Date` header), in milliseconds. */
  readonly serverTimeMs?: number;
  /** This browser's clock when the request ended, in milliseconds. */
  readonly endedAt?: number;
  readonly problemsShownBy?: 'caller';
}

async function readJson(reply: WireReply): Promise<unknown> {
  const text = await reply.text();
  if (text === '') {
    if (reply.status === 204) return null;
    throw new UnreadableReply();
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableReply();
  }
}

/** An accepted error status resolves to null; its body is ignored. */
const readAccepted =
  (accept: readonly number[]) =>
  (reply: WireReply): Promise<unknown> =>
    accept.includes(reply.status) ? reply.text().then(() => null) : readJson(reply);

function metaOf(reply: WireReply): ReplyMeta {
  const at = Date.parse(reply.headers.get('Date') ?? '');
  const location = reply.headers.get('Location');
  return { status: reply.status, ...(location && { location }), ...(Number.isFinite(at) && { serverTimeMs: at }) };
}

export const baseQuery: BaseQueryFn<WireRequest, unknown, ClientProblem, CallOptions | undefined, ReplyMeta> = async (
  request,
  api,
  options,
) => {
  const { accept = [], problemsShownBy } = options ?? {};
  const caller = { ...(api.extra as ClientExtra), dispatch: api.dispatch, signal: api.signal, accept };
  const result = await fetchWithRecovery(request, caller, readAccepted(accept));
  const meta = { endedAt: Date.now(), ...(problemsShownBy && { problemsShownBy }) };
  return result.ok ? { data: result.value, meta: { ...metaOf(result.reply), ...meta } } : { error: result.problem, meta };
};
