/** What is no request that could be understood (broken, too long, never finished) gets the one error body as well, and is hung up on. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { defaultLocale, type Phrases } from '../i18n/phrases.ts';
import { problemBody } from './errors.ts';
import { onApi, onEverything } from './headers.ts';
import { problem } from './problem.ts';

/** Node's names for what it refuses before anybody is asked; anything else is a bad request. */
const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Nobody has read a header of it, so it is answered in the first language. */
export function answerClientError(phrases: Phrases): (error: Error & { code?: string }, socket: Socket) => void {
  const body = JSON.stringify(problemBody(problem('BadRequest'), phrases, defaultLocale));
  const headers = Object.entries({
    ...onEverything,
    ...onApi,
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
