/** Accepts JSON, and multipart for calls that take files. Types that a cross-site form can send are refused (CSRF). */
import type { FastifyInstance } from 'fastify';

/** JSON without `__proto__`; an empty body is accepted whatever the announced type. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, text as string, done);
  });
}
