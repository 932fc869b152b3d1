/** Answers requests that Node can't parse (malformed, too long, never finished), and closes the socket. */
import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Context } from '../context.ts';
import { chooseLocale } from '../i18n/phrases.ts';
import { problemBody } from './errors.ts';
import { apiHeaders, commonHeaders } from './headers.ts';
import { headersTooLarge } from './largeHeaders.ts';
import { problem, type Problem } from './problem.ts';
import { isNavigation, refusalPage } from './refusalPage.ts';

interface ClientError extends Error {
  readonly code?: string;
  /** What had arrived last, where it can't be parsed. */
  readonly rawPacket?: unknown;
  /** Headers, where they were read before. */
  readonly headers?: IncomingHttpHeaders;
}

/** How long more is read: a connection that ends with unread bytes is reset, and takes the response with it. */
const LINGER_MS = 500;

/** Node's error code to the problem; default `BadRequest`. */
function problemOf({ code = '' }: ClientError, headers: IncomingHttpHeaders): Problem {
  // So much is read that only cookies can be more; they come last, and may be all that the packet has.
  if (code === 'HPE_HEADER_OVERFLOW') return headersTooLarge(headers.host === undefined || headers.cookie ? Infinity : 0);
  return problem(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'RequestTimeout' : 'BadRequest');
}

/** The headers by which a response is chosen, as far as a packet has them. */
function headersIn(packet: unknown): IncomingHttpHeaders {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : '';
  const names = ['host', 'accept', 'accept-language', 'sec-fetch-dest', 'cookie'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = new RegExp(`^${name}:[ \\t]*([^\\r\\n]*)`, 'im').exec(text)?.[1];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function answerClientError(pages: Pick<Context, 'phrases' | 'config'>): (error: ClientError, socket: Socket) => void {
  const answered = new WeakSet<Socket>();
  return (error, socket) => {
    // What arrives after the first error is one too.
    if (answered.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy(error);
      return;
    }
    answered.add(socket);
    socket.end(responseTo(pages, error));
    const cut = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => {
      clearTimeout(cut);
    });
  };
}

function responseTo(pages: Pick<Context, 'phrases' | 'config'>, error: ClientError): string {
  const headers = error.headers ?? headersIn(error.rawPacket);
  const found = problemOf(error, headers);
  const locale = chooseLocale(headers['accept-language']);
  const body = problemBody(found, pages.phrases, locale);
  // A packet of cookies alone is a browser's.
  const isPage = isNavigation(headers) || (found.code === 'HeadersTooLarge' && headers.host === undefined);
  const { html, policy } = refusalPage(pages, locale, { ...body, status: found.status });
  const text = isPage ? html : JSON.stringify(body);
  const lines = Object.entries({
    ...commonHeaders,
    ...apiHeaders,
    ...(isPage && { 'content-security-policy': policy }),
    'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'content-language': locale,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return `HTTP/1.1 ${String(found.status)} ${String(STATUS_CODES[found.status])}\r\n${lines.join('')}\r\n${text}`;
}
