/** One call and everything it takes to get its answer: headers, repeats of reads, a fresh anti-forgery token, and waiting for a person. */
import type { Dispatch } from '@reduxjs/toolkit';
import { changesState } from '../contract/call.ts';
import { loginCalls } from '../contract/login.calls.ts';
import { type ClientProblem, problemCode, readProblem, thrownProblem } from './clientProblem.ts';
import { confirmIdentityRequired, sessionEnded } from './sessionEvents.ts';
import type { PendingPrompts } from './pendingPrompts.ts';
import type { WireRequest } from './request.ts';
import type { Transport, WireInit, WireReply } from './transport.ts';

/** The extra argument of every thunk of the store. */
export interface ClientExtra {
  readonly transport: Transport;
  readonly gates: PendingPrompts;
}

export interface Caller extends ClientExtra {
  readonly dispatch: Dispatch;
  readonly signal: AbortSignal;
  /** Statuses beyond 200–299 that are an answer and not a problem. */
  readonly accept?: readonly number[];
}

export type FetchResult<T> =
  { readonly ok: true; readonly value: T; readonly reply: WireReply } | { readonly ok: false; readonly problem: ClientProblem };

/** Thrown by a reader to say that a reply is no good. */
export class UnreadableReply extends Error {}

/** Milliseconds before the second and the third try of a read. */
const BACK_OFF = [300, 900] as const;
/** Seconds: who is told to come back later than this is told so, and not kept waiting. */
const MAX_RETRY_AFTER_S = 2;

function headersOf({ call }: WireRequest, { transport }: Caller): Record<string, string> {
  const token = transport.cookie('XSRF-TOKEN');
  const language = transport.language();
  return {
    Accept: 'application/json',
    'X-Requested-With': 'XMLHttpRequest',
    ...(token && { 'X-XSRF-TOKEN': token }),
    ...(language && { 'Accept-Language': language }),
    ...(call.body === 'json' && { 'Content-Type': 'application/json' }),
    ...(transport.isUserActive() ? {} : { 'X-Background': 'true' }),
  };
}

async function send<T>(request: WireRequest, caller: Caller, read: (reply: WireReply) => Promise<T>): Promise<FetchResult<T>> {
  const { transport, signal, accept } = caller;
  const url = `${transport.baseUrl}${request.url}`;
  const init: WireInit = {
    method: request.call.method,
    headers: headersOf(request, caller),
    credentials: 'same-origin',
    signal,
    ...(request.body === undefined ? {} : { body: request.body }),
  };
  let reply: WireReply | undefined;
  try {
    reply = await (request.onUploadProgress ? transport.upload(url, init, request.onUploadProgress) : transport.fetch(url, init));
    const good = (reply.status >= 200 && reply.status < 300) || accept?.includes(reply.status);
    return good ? { ok: true, value: await read(reply), reply } : { ok: false, problem: await readProblem(reply) };
  } catch (error) {
    if (error instanceof UnreadableReply) return { ok: false, problem: { kind: 'unreadable', status: reply?.status ?? 0 } };
    return { ok: false, problem: thrownProblem(error, signal) };
  }
}

function isWorthAnotherTry(problem: ClientProblem): boolean {
  if (problem.kind === 'network') return true;
  if (problem.kind !== 'problem' && problem.kind !== 'unreadable') return false;
  return problem.status >= 500 && (problem.kind === 'unreadable' || (problem.retryAfter ?? 0) <= MAX_RETRY_AFTER_S);
}

const delayBefore = (again: number, problem: ClientProblem): number =>
  problem.kind === 'problem' && problem.retryAfter ? problem.retryAfter * 1000 : again;

/** Reads are tried three times; whatever may change something, once. */
async function withRetry<T>(
  request: WireRequest,
  caller: Caller,
  read: (reply: WireReply) => Promise<T>,
): Promise<FetchResult<T>> {
  let result = await send(request, caller, read);
  if (changesState(request.call)) return result;
  for (const pause of BACK_OFF) {
    if (result.ok || !isWorthAnotherTry(result.problem)) break;
    await caller.transport.wait(delayBefore(pause, result.problem), caller.signal);
    if (caller.signal.aborted) return { ok: false, problem: { kind: 'aborted' } };
    result = await send(request, caller, read);
  }
  return result;
}

const refreshing = new WeakMap<Transport, Promise<boolean>>();

/** Fetches the login page's data for its cookie, once for however many calls need it. */
function refreshToken(caller: Caller): Promise<boolean> {
  const running = refreshing.get(caller.transport);
  if (running) return running;
  const call = loginCalls['Login.Page'];
  const page: WireRequest = { operation: 'Login.Page', call, url: `/api${call.path}` };
  const fresh = withRetry(page, { ...caller, signal: new AbortController().signal }, (reply) => reply.text())
    .then((result) => result.ok)
    .finally(() => refreshing.delete(caller.transport));
  refreshing.set(caller.transport, fresh);
  return fresh;
}

/** How many answers each gate had given when the call was sent. */
type Sent = Readonly<Record<'session' | 'identity', number>>;
type Remedy = (request: WireRequest, caller: Caller, sent: Sent) => Promise<boolean>;

const logInAgain: Remedy = ({ operation, call }, { gates, dispatch, signal }, sent) =>
  gates.session.wait(dispatch, sessionEnded({ operation, path: call.path }), signal, sent.session);

const confirmIdentity: Remedy = ({ operation }, { gates, dispatch, signal }, sent) =>
  gates.identity.wait(dispatch, confirmIdentityRequired({ operation }), signal, sent.identity);

function remedyFor(problem: ClientProblem): Remedy | undefined {
  if ((problem.kind === 'problem' || problem.kind === 'unreadable') && problem.status === 401) return logInAgain;
  const code = problemCode(problem);
  if (code === 'AntiForgery') return (_request, caller) => refreshToken(caller);
  return code === 'ConfirmIdentity' ? confirmIdentity : undefined;
}

/** Makes the call; each obstacle is cleared once at most, in whatever order they come. */
export async function fetchWithRecovery<T>(
  request: WireRequest,
  caller: Caller,
  read: (reply: WireReply) => Promise<T>,
): Promise<FetchResult<T>> {
  const cleared = new Set<unknown>();
  for (;;) {
    const sent = { session: caller.gates.session.answers(), identity: caller.gates.identity.answers() };
    const result = await withRetry(request, caller, read);
    if (result.ok) return result;
    const obstacle = result.problem.kind === 'problem' ? result.problem.body.code : result.problem.kind;
    const remedy = remedyFor(result.problem);
    if (!remedy || cleared.has(obstacle)) return result;
    cleared.add(obstacle);
    if (!(await remedy(request, caller, sent)))
      return caller.signal.aborted ? { ok: false, problem: { kind: 'aborted' } } : result;
  }
}
