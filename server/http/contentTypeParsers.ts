/** Accepts JSON, and multipart for calls that take files. Types that a cross-site form can send are refused (CSRF). */
import type { FastifyInstance } from 'fastify';
import { isWithinLimits, type JsonLimits } from './jsonLimits.ts';
import { problem } from './problem.ts';

/** Many times what a call of the contract needs: the longest ones name some ten thousand users. */
const LIMITS: JsonLimits = { depth: 32, values: 50_000 };

/** JSON without `__proto__`; an empty body is accepted whatever the announced type. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (!isWithinLimits(text as string, LIMITS)) done(problem('BadRequest'), undefined);
    else void parse(request, text as string, done);
  });
}
