/** Parts of a form with files, as a stream: nothing in it is trusted, and limits apply before all of it has arrived. */
import { basename } from 'node:path';
import type { Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { problem } from './problem.ts';

/** Browsers and libraries use 26 and more. A packet can hold ten thousand parts that are divided by a single character. */
const MIN_BOUNDARY_LENGTH = 24;

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits'];

/**
 * Hands the parts of the request to `read`; what `read` leaves is not parsed.
 * @throws UnsupportedMediaType, BadRequest for what is no multipart, and what `read` throws
 */
export async function readMultipart<T>(
  request: FastifyRequest,
  limits: Limits,
  read: (parts: AsyncGenerator<Multipart>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw problem('UnsupportedMediaType');
  const [, boundary = ''] = /boundary="?([^";]*)/i.exec(request.headers['content-type'] ?? '') ?? [];
  if (boundary.length < MIN_BOUNDARY_LENGTH) throw problem('BadRequest');
  try {
    return await read(withParserErrors(request.parts({ limits: { ...limits, headerPairs: 20, fieldNameSize: 200 } })));
  } catch (error) {
    // Or the parser would go on with what is refused. The rest is read and dropped: a client that still sends would see a reset, not the reply.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

/** Errors of the parser without a status are the client's fault: malformed multipart. */
export async function* withParserErrors<T>(parsed: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parsed;
  } catch (cause) {
    throw (cause as { statusCode?: number }).statusCode === undefined ? problem('BadRequest', { cause }) : cause;
  }
}

/** The maximum in characters: a surrogate pair that was cut could not be stored. */
const MAX_NAME_LENGTH = 150;
/** Characters that would break lines, or make a name read as another. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The name of a file for display only. */
export function displayedName(given: string | undefined = ''): string {
  const plain = basename(given.replaceAll('\\', '/')).replaceAll(MISLEADING, '').toWellFormed();
  return Array.from(plain).slice(-MAX_NAME_LENGTH).join('');
}
