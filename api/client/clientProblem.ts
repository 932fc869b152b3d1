/** Failures of a request as one serialisable union, and how they are read from a response. Contains no texts. */
import type { ProblemBody, ProblemCode } from '../contract/problem.ts';
import type { WireReply } from './transport.ts';

export type ClientProblem =
  /** The server refused with a reason. `retryAfter` is in seconds. */
  | { readonly kind: 'problem'; readonly status: number; readonly body: ProblemBody; readonly retryAfter?: number }
  /** No response: offline, refused or cut off. A write may still have happened. */
  | { readonly kind: 'network' }
  | { readonly kind: 'aborted' }
  /** A proxy timed out; the client itself sets no timeout. */
  | { readonly kind: 'timeout' }
  /** The page was opened by a protocol other than http(s), such as `file:`. */
  | { readonly kind: 'unsupportedProtocol' }
  /** A response that is not ours, or a success that cannot be read. `text`: what an error response says. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly text?: string };

export const problemCode = (problem: ClientProblem | undefined): ProblemCode | undefined =>
  problem?.kind === 'problem' ? problem.body.code : undefined;

/** Tells a problem of a request from a bug, which RTK Query returns as a serialised error. */
export const isClientProblem = (error: unknown): error is ClientProblem =>
  typeof error === 'object' && error !== null && 'kind' in error && typeof error.kind === 'string';

/** Markup of a proxy's page or a gateway's XML; texts that only quote a tag are no markup, unless they are declared as HTML. */
const isMarkup = (text: string, type: string): boolean =>
  /^\s*<(?:!|\?|\/?[a-z])/i.test(text) || (type.includes('html') && /<\/?[a-z][^>]*>/i.test(text));

const isBlank = (text: string): boolean => text.trim() === '';

/** Text of an error response; empty if it was cut off, as the status has arrived. */
async function textOf(reply: WireReply): Promise<string> {
  try {
    return await reply.text();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    return '';
  }
}

/** Body of an error response: parsed JSON, else its text; undefined for truncated JSON. */
async function bodyOf(reply: WireReply, type: string): Promise<unknown> {
  const text = await textOf(reply);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return type.includes('json') ? undefined : text;
  }
}

const isProblemBody = (body: object): body is ProblemBody =>
  'message' in body &&
  typeof body.message === 'string' &&
  !isBlank(body.message) &&
  'code' in body &&
  typeof body.code === 'string';

/** SPEC.md point 8: the message of an object, or a text as it is. A blank one says nothing, and markup is no text. */
const messageOf = (body: unknown, type: string): string | undefined => {
  if (typeof body === 'string') return isBlank(body) || isMarkup(body, type) ? undefined : body;
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && !isBlank(message) ? message : undefined;
};

/** Seconds until `Retry-After`, which is a number of seconds or a date. */
function retryAfter(reply: WireReply): number | undefined {
  const header = reply.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  // Compared with the server's own clock, as the browser's may be a day off.
  const waitMs = Date.parse(header) - Date.parse(reply.headers.get('Date') ?? '');
  return Number.isFinite(waitMs) ? Math.max(0, Math.round(waitMs / 1000)) : undefined;
}

/** Reads an error response. */
export async function readProblem(reply: WireReply): Promise<ClientProblem> {
  const type = reply.headers.get('Content-Type')?.toLowerCase() ?? '';
  const body = await bodyOf(reply, type);
  const seconds = retryAfter(reply);
  if (typeof body === 'object' && body !== null && isProblemBody(body)) {
    return { kind: 'problem', status: reply.status, body, ...(seconds === undefined ? {} : { retryAfter: seconds }) };
  }
  const text = messageOf(body, type);
  // The proxy's own timeout page.
  if (reply.status === 504 && text === undefined) return { kind: 'timeout' };
  return { kind: 'unreadable', status: reply.status, ...(text === undefined ? {} : { text }) };
}

/** Maps an error thrown by the transport. */
export function thrownProblem(error: unknown, signal: AbortSignal): ClientProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'TimeoutError') return { kind: 'timeout' };
  if (name === 'NotSupportedError') return { kind: 'unsupportedProtocol' };
  if (name === 'AbortError' || signal.aborted) return { kind: 'aborted' };
  return { kind: 'network' };
}
