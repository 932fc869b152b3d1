/** One request with its recovery: headers, retries of reads, XSRF renewal, waiting for login, identity confirmation or a reason. */
import type { Dispatch } from '@reduxjs/toolkit';
import { changesState } from '../contract/call.ts';
import type { ProblemCode } from '../contract/problem.ts';
import { loginCalls } from '../contract/login.ts';
import { type ClientProblem, readProblem, thrownProblem } from './clientProblem.ts';
import { approvalAsked, confirmIdentityRequired, sessionEnded } from './sessionEvents.ts';
import { statusOf } from './problemMeaning.ts';
import type { PendingPrompts } from './pendingPrompts.ts';
import { BACKOFFS_MS, isRetryable, retryDelayMs } from './retry.ts';
import type { WireRequest } from './request.ts';
import type { Transport, WireInit, WireReply } from './transport.ts';
import { withXsrfToken, xsrfCookies } from './xsrfToken.ts';

/** `extra` argument of every thunk. */
export interface ClientExtra {
  readonly transport: Transport;
  readonly prompts: PendingPrompts;
}

export interface Caller extends ClientExtra {
  readonly dispatch: Dispatch;
  readonly signal: AbortSignal;
  /** Statuses outside 200–299 that count as success. */
  readonly accept?: readonly number[];
}

type FetchResult<T> =
  { readonly ok: true; readonly value: T; readonly reply: WireReply } | { readonly ok: false; readonly problem: ClientProblem };

/** Thrown by a reader for a response it cannot parse. */
export class UnreadableReply extends Error {}

function headersOf(
  { call, idempotencyKey, callerId }: WireRequest,
  { transport }: Caller,
  token: string | undefined,
): Record<string, string> {
  const language = transport.language();
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token && { 'X-XSRF-TOKEN': token }),
    ...(language && { 'Accept-Language': language }),
    ...(callerId && { 'X-Caller-Id': callerId }),
    ...(idempotencyKey && { 'Idempotency-Key': `"${idempotencyKey}"` }),
    ...(call.body === 'json' && { 'Content-Type': 'application/json' }),
    ...(transport.isUserActive() ? {} : { 'X-Background': 'true' }),
  };
}

const send = <T>(request: WireRequest, caller: Caller, read: (reply: WireReply) => Promise<T>): Promise<FetchResult<T>> =>
  withXsrfToken(caller.transport, (token) => sendWith(token, request, caller, read));

async function sendWith<T>(
  token: string | undefined,
  request: WireRequest,
  caller: Caller,
  read: (reply: WireReply) => Promise<T>,
): Promise<FetchResult<T>> {
  const { transport, signal, accept } = caller;
  const url = `${transport.baseUrl}${request.url}`;
  const init: WireInit = {
    method: request.call.method,
    headers: headersOf(request, caller, token),
    credentials: 'same-origin',
    signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  let reply: WireReply | undefined;
  try {
    reply = await (request.onUploadProgress ? transport.upload(url, init, request.onUploadProgress) : transport.fetch(url, init));
    const isOk = (reply.status >= 200 && reply.status < 300) || accept?.includes(reply.status);
    return isOk ? { ok: true, value: await read(reply), reply } : { ok: false, problem: await readProblem(reply) };
  } catch (error) {
    if (error instanceof UnreadableReply) return { ok: false, problem: { kind: 'unreadable', status: reply?.status ?? 0 } };
    return { ok: false, problem: thrownProblem(error, signal) };
  }
}

/** Requests under way that rotate the session's token; each promise settles with the response. */
const rotationsInFlight = new WeakMap<Transport, Set<Promise<unknown>>>();

function trackRotation(transport: Transport, sending: Promise<unknown>): void {
  const inFlight = rotationsInFlight.get(transport) ?? new Set();
  rotationsInFlight.set(transport, inFlight.add(sending));
  void sending.finally(() => inFlight.delete(sending));
}

/**
 * Whether the session's token was rotated since `request` was sent, as by a change of the password: a read that was in flight then
 * is refused although the session goes on. The XSRF token is derived from the session's.
 */
async function isSessionRotated({ call }: WireRequest, { transport }: Caller, cookiesWhenSent: string): Promise<boolean> {
  if (changesState(call)) return false;
  const inFlight = rotationsInFlight.get(transport);
  if (inFlight?.size) await Promise.all(inFlight);
  return xsrfCookies(transport) !== cookiesWhenSent;
}

/** Reads are attempted three times, requests that may change state once. */
async function withRetry<T>(
  request: WireRequest,
  caller: Caller,
  read: (reply: WireReply) => Promise<T>,
): Promise<FetchResult<T>> {
  const sending = send(request, caller, read);
  if (request.call.rotatesSession) trackRotation(caller.transport, sending);
  let result = await sending;
  if (changesState(request.call)) return result;
  for (const backoffMs of BACKOFFS_MS) {
    if (result.ok || !isRetryable(result.problem)) break;
    await caller.transport.wait(retryDelayMs(backoffMs, result.problem), caller.signal);
    if (caller.signal.aborted) return { ok: false, problem: { kind: 'aborted' } };
    result = await send(request, caller, read);
  }
  return result;
}

const tokenRefreshes = new WeakMap<Transport, Promise<boolean>>();

/** Fetches the login page's data to renew the XSRF cookie; concurrent callers share one request. */
function refreshToken(caller: Caller): Promise<boolean> {
  const running = tokenRefreshes.get(caller.transport);
  if (running) return running;
  const call = loginCalls['Login.Page'];
  const loginPage: WireRequest = { operation: 'Login.Page', call, url: `/api${call.path}` };
  const refresh = withRetry(loginPage, { ...caller, signal: new AbortController().signal }, (reply) => reply.text())
    .then((result) => result.ok)
    .finally(() => tokenRefreshes.delete(caller.transport));
  tokenRefreshes.set(caller.transport, refresh);
  return refresh;
}

/** How many answers each prompt had received when the request was sent. */
type AnswerCounts = Readonly<Record<'session' | 'identity', number>>;
/** @param message message of the problem. @returns whether to repeat the request, or the one to send in its place */
type Remedy = (
  request: WireRequest,
  caller: Caller,
  answersWhenSent: AnswerCounts,
  message: string,
) => Promise<boolean | WireRequest>;

const logInAgain: Remedy = ({ operation, call }, { prompts, dispatch, signal }, answersWhenSent) =>
  prompts.session.wait(dispatch, sessionEnded({ operation, path: call.path }), signal, answersWhenSent.session);

const confirmIdentity: Remedy = ({ operation }, { prompts, dispatch, signal }, answersWhenSent) =>
  prompts.identity.wait(dispatch, confirmIdentityRequired({ operation }), signal, answersWhenSent.identity);

const renewToken: Remedy = (_request, caller) => refreshToken(caller);

/** Each call that may need a reason takes it in its query. */
const withReason = (request: WireRequest, reason: string): WireRequest => ({
  ...request,
  url: `${request.url}${request.url.includes('?') ? '&' : '?'}${new URLSearchParams({ reason }).toString()}`,
});

const giveReason: Remedy = async (request, { prompts: { reason: prompt }, dispatch, signal }, _answersWhenSent, message) => {
  const reason = await prompt.ask(dispatch, message, signal);
  if (reason === undefined) return false;
  if (request.idempotencyKey !== undefined) prompt.givenFor.set(request.idempotencyKey, reason);
  return withReason(request, reason);
};

const remedies: Partial<Record<ProblemCode, Remedy>> = {
  AntiForgery: renewToken,
  ConfirmIdentity: confirmIdentity,
  ReasonRequired: giveReason,
};

const isUnauthorized = (problem: ClientProblem): boolean => statusOf(problem) === 401;

/** Sends the request; each kind of obstacle is remedied at most once, in any order. */
export async function fetchWithRecovery<T>(
  request: WireRequest,
  caller: Caller,
  read: (reply: WireReply) => Promise<T>,
): Promise<FetchResult<T>> {
  const remedied = new Set<unknown>();
  const givenReason = caller.prompts.reason.givenFor.get(request.idempotencyKey);
  for (let sent = givenReason === undefined ? request : withReason(request, givenReason); ;) {
    const answersWhenSent = { session: caller.prompts.session.answers(), identity: caller.prompts.identity.answers() };
    const cookiesWhenSent = xsrfCookies(caller.transport);
    const result = await withRetry(sent, caller, read);
    if (result.ok) return result;
    if (isUnauthorized(result.problem) && !remedied.has('rotation') && (await isSessionRotated(sent, caller, cookiesWhenSent))) {
      remedied.add('rotation');
      continue;
    }
    const body = result.problem.kind === 'problem' ? result.problem.body : undefined;
    if (body?.code === 'ApprovalNeeded') caller.dispatch(approvalAsked({ message: body.message }));
    const remedy = isUnauthorized(result.problem) ? logInAgain : body && remedies[body.code];
    if (!remedy || remedied.has(remedy)) return result;
    remedied.add(remedy);
    const repeated = await remedy(sent, caller, answersWhenSent, body?.message ?? '');
    if (!repeated) return caller.signal.aborted ? { ok: false, problem: { kind: 'aborted' } } : result;
    if (repeated !== true) sent = repeated;
  }
}
