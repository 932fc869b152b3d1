/** Well-known addresses (RFC 8615): where a weakness can be reported, and where a password manager sends its user. */
import type { FastifyInstance } from 'fastify';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';

/** RFC 9116 advises less than a year. */
const VALID_DAYS = 180;

export function wellKnown(app: FastifyInstance, { config, clock, publicUrl }: Context): void {
  /** W3C, A Well-Known URL for Changing Passwords. The page asks a caller who is not logged in to log in. */
  app.get('/.well-known/change-password', (_request, reply) => reply.redirect('/SecurityDetails#password', 302));

  app.get('/.well-known/security.txt', (_request, reply) => {
    const contact = config.SECURITY_CONTACT ?? (config.SUPPORT_EMAIL && `mailto:${config.SUPPORT_EMAIL}`);
    if (contact === undefined) {
      reply.callNotFound();
      return reply;
    }
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${addMs(clock.now(), VALID_DAYS * DAY).toISOString()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${new URL('/.well-known/security.txt', publicUrl()).href}`,
          '',
        ].join('\n'),
      );
  });
}
