/** The origin of a call for the audit: actor, address, browser. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditOrigin } from '../audit/audit.append.ts';
import type { Principal } from '../session/principal.ts';
import { problem } from './problem.ts';

/**
 * Reads `request.ip` while the connection is open; Fastify keeps it from then on. If the client aborted earlier, the address
 * would be missing from the audit and from the rate limits.
 */
export function captureClientAddress(app: FastifyInstance): void {
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
    ...(principal.kind === 'key' ? { apiKey: principal.prefix } : {}),
  };
}
