/**
 * Refuses requests whose headers are too large, which cookies of other applications of a common domain make them. More is read than is
 * accepted, so that the refusal is a page in the user's language, which says so.
 */
import type { FastifyInstance } from 'fastify';
import { problem, type Problem } from './problem.ts';

/** Node's default, which proxies have too. */
export const MAX_HEADER_BYTES = 16 * 1024;
/** Less than what is read from a connection at once, so that the headers that come first are there too when it is exceeded. */
export const MAX_READ_HEADER_BYTES = 3 * MAX_HEADER_BYTES;

/** @param cookieBytes what of the headers is cookies */
export const headersTooLarge = (cookieBytes: number): Problem =>
  problem('HeadersTooLarge', cookieBytes > MAX_HEADER_BYTES / 2 ? { values: { context: 'cookies' } } : {});

export function refuseLargeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { url = '', rawHeaders, headers } }, reply, done) => {
    const bytes = rawHeaders.reduce((sum, text) => sum + text.length, url.length);
    if (bytes <= MAX_HEADER_BYTES) {
      done();
      return;
    }
    // A body is not read.
    void reply.header('connection', 'close');
    done(url.length > MAX_HEADER_BYTES / 2 ? problem('AddressTooLong') : headersTooLarge((headers.cookie ?? '').length));
  });
}
