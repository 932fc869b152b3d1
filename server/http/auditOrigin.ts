/** Where a call comes from, as the audit tells it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { Principal } from '../session/principal.ts';
import { problem } from './problem.ts';

/**
 * Asks for the address while the connection stands, and it is known from then on: who breaks it off before the call is done would
 * have none, neither in the audit nor to be counted by.
 */
export function keepAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { ip } = request as { ip?: string };
    done(ip === undefined ? problem('BadRequest') : undefined);
  });
}

export function auditOriginOf(request: FastifyRequest, principal: Principal, at: Date): AuditOrigin {
  const person = principal.kind === 'anonymous' ? null : principal.person;
  const impersonation = principal.kind === 'session' ? principal.session.impersonation : null;
  return {
    actor: impersonation?.by.userName ?? person?.userName ?? null,
    onBehalfOf: impersonation && person ? person.userName : null,
    organisationId: person?.organisationId ?? null,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    at,
  };
}
