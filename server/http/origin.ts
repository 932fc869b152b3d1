/** Where a call comes from, as the audit tells it. */
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../db/record.ts';
import type { Principal } from './principal.ts';

export function originOf(request: FastifyRequest, principal: Principal, at: Date): Origin {
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
