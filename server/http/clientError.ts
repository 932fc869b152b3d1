/** JSON error body for requests that Node can't parse (malformed, too long, never finished); closes the socket. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { defaultLocale } from '../../api/contract/locale.ts';
import type { Phrases } from '../i18n/phrases.ts';
import { problemBody } from './errors.ts';
import { apiHeaders, commonHeaders } from './headers.ts';
import { problem } from './problem.ts';

/** Node's error code to HTTP status; default 400. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** No header could be read, so the default locale is used. */
export function answerClientError(phrases: Phrases): (error: Error & { code?: string }, socket: Socket) => void {
  const body = JSON.stringify(problemBody(problem('BadRequest'), phrases, defaultLocale));
  const headers = Object.entries({
    ...commonHeaders,
    ...apiHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-language': defaultLocale,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  return (error, socket) => {
    const status = statuses[error.code ?? ''] ?? 400;
    if (socket.writable && error.code !== 'ECONNRESET')
      socket.write(`HTTP/1.1 ${String(status)} ${String(STATUS_CODES[status])}\r\n${headers.join('')}\r\n${body}`);
    socket.destroy(error);
  };
}
