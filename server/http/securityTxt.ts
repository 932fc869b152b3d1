/** `/.well-known/security.txt` (RFC 9116): where a weakness can be reported. */
import type { FastifyInstance } from 'fastify';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';

/** RFC 9116 advises less than a year. */
const VALID_DAYS = 180;

export function securityTxt(app: FastifyInstance, { config, clock, publicUrl }: Context): void {
  const contact = config.SECURITY_CONTACT ?? (config.SUPPORT_EMAIL && `mailto:${config.SUPPORT_EMAIL}`);
  if (contact === undefined) return;
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${addMs(clock.now(), VALID_DAYS * DAY).toISOString()}`,
          'Preferred-Languages: en, de',
          `Canonical: ${new URL('/.well-known/security.txt', publicUrl()).href}`,
          '',
        ].join('\n'),
      ),
  );
}
