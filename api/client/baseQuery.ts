/** The base query of RTK Query: JSON calls under `/api`, with problems as a serialisable union. */
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import type { ClientProblem } from './clientProblem.ts';
import { type ClientExtra, fetchWithRecovery, UnreadableReply } from './fetchWithRecovery.ts';
import type { WireRequest } from './request.ts';
import type { WireReply } from './transport.ts';

/** What an endpoint may say about itself in `extraOptions`. */
export interface CallOptions {
  /** Statuses beyond 200–299 that are an answer and not a problem. */
  readonly accept?: readonly number[];
  /** `caller`: whoever calls shows its problems in place (a form, a page made of the answer), so that the alert bar does not say them again. */
  readonly problemsShownBy?: 'caller';
}

/** What is kept of a reply besides its body. */
export interface ReplyMeta {
  readonly status?: number;
  readonly location?: string;
  /** The server's clock when it answered, in milliseconds. */
  readonly at?: number;
  /** This browser's clock when the call was over, in milliseconds. */
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

/** The body of an accepted refusal is of no interest, and may be anything. */
const readAccepted =
  (accept: readonly number[]) =>
  (reply: WireReply): Promise<unknown> =>
    accept.includes(reply.status) ? reply.text().then(() => null) : readJson(reply);

function metaOf(reply: WireReply): ReplyMeta {
  const at = Date.parse(reply.headers.get('Date') ?? '');
  const location = reply.headers.get('Location');
  return { status: reply.status, ...(location && { location }), ...(Number.isFinite(at) && { at }) };
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
