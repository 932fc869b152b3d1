/** What a body may be: JSON, or the multipart of a call that takes files. Everything that a plain form of another site could send is refused. */
import type { FastifyInstance } from 'fastify';

/** JSON without `__proto__`; no body at all is no fault of the type that was announced for it. */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else void parse(request, text as string, done);
  });
}
