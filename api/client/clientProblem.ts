/** How a call can fail, seen from the browser: one serialisable union, and how it is read from the wire. Knows no words. */
import type { ProblemBody, ProblemCode } from '../contract/problem.ts';
import type { WireReply } from './transport.ts';

export type ClientProblem =
  /** The server refused and said why. `retryAfter` is in seconds. */
  | { readonly kind: 'problem'; readonly status: number; readonly body: ProblemBody; readonly retryAfter?: number }
  /** No answer: offline, refused, or cut off. A write may have happened all the same. */
  | { readonly kind: 'network' }
  | { readonly kind: 'aborted' }
  /** Somebody on the way gave up waiting: never this client. */
  | { readonly kind: 'timeout' }
  /** The page was opened by something other than http or https, such as a file. */
  | { readonly kind: 'unsupportedProtocol' }
  /** An answer that is not ours. `text` is what it says, where that may be shown as it is. */
  | { readonly kind: 'unreadable'; readonly status: number; readonly text?: string };

export const problemCode = (problem: ClientProblem | undefined): ProblemCode | undefined =>
  problem?.kind === 'problem' ? problem.body.code : undefined;

/** Tells a problem of a call from a bug, which RTK Query hands over as a serialised error. */
export const isClientProblem = (error: unknown): error is ClientProblem =>
  typeof error === 'object' && error !== null && 'kind' in error && typeof error.kind === 'string';

/** Whether the answer was lost, so that nobody knows if a write happened. */
export const isAnswerLost = ({ kind }: ClientProblem): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'aborted' || kind === 'unreadable';

const isHtml = (text: string): boolean => /^\s*<(!doctype|html|head|body|\?xml)/i.test(text);

/** The body of a refusal: JSON where it is, any other text as it is; nothing where what calls itself JSON was cut off. */
async function bodyOf(reply: WireReply): Promise<unknown> {
  const text = await reply.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return reply.headers.get('Content-Type')?.includes('json') ? undefined : text;
  }
}

const isProblemBody = (body: object): body is ProblemBody =>
  'message' in body && typeof body.message === 'string' && 'code' in body && typeof body.code === 'string';

const messageOf = (body: unknown): string | undefined => {
  if (typeof body === 'string') return body.trim() === '' || isHtml(body) ? undefined : body;
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : undefined;
};

/** Seconds until `Retry-After`, which is a number of seconds or a date. */
function retryAfter(reply: WireReply): number | undefined {
  const header = reply.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  // The date is compared with the server's own clock, as the browser's may be a day off.
  const wait = Date.parse(header) - Date.parse(reply.headers.get('Date') ?? '');
  return Number.isFinite(wait) ? Math.max(0, Math.round(wait / 1000)) : undefined;
}

/** Reads a reply that is not a success. A page of HTML from a proxy is not a message; any other text is. */
export async function readProblem(reply: WireReply): Promise<ClientProblem> {
  const body = await bodyOf(reply);
  const seconds = retryAfter(reply);
  if (typeof body === 'object' && body !== null && isProblemBody(body)) {
    return { kind: 'problem', status: reply.status, body, ...(seconds === undefined ? {} : { retryAfter: seconds }) };
  }
  const text = messageOf(body);
  // A proxy has given up waiting for the server, and has no words that are ours.
  if (reply.status === 504 && text === undefined) return { kind: 'timeout' };
  return { kind: 'unreadable', status: reply.status, ...(text === undefined ? {} : { text }) };
}

/** What a thrown error of the transport means. */
export function thrownProblem(error: unknown, signal: AbortSignal): ClientProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'TimeoutError') return { kind: 'timeout' };
  if (name === 'NotSupportedError') return { kind: 'unsupportedProtocol' };
  if (name === 'AbortError' || signal.aborted) return { kind: 'aborted' };
  return { kind: 'network' };
}
