/** The origin of a call for the audit: actor, address, browser. */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditOrigin } from '../audit/append.ts';
import type { Principal } from '../session/principal.ts';
import { canonicalAddress } from './ipAddress.ts';
import { problem } from './problem.ts';

/**
 * Reads `request.ip` while the connection is open, and keeps it in its canonical form. If the client aborted earlier, the address
 * would be missing from the audit and from the rate limits.
 */
export function captureClientAddress(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    cleanForwardedFor(request.raw);
    const { ip } = request as { ip?: string };
    if (ip !== undefined) Object.defineProperty(request, 'ip', { value: canonicalAddress(ip) ?? ip });
    done(ip === undefined ? problem('BadRequest') : undefined);
  });
}

/**
 * Some proxies write `address:port`, which would give each connection a rate limit of its own. An entry that is no address counts
 * as the proxy's own, and keeps its place: the trusted hops are counted from the end.
 */
function cleanForwardedFor({ headers, socket }: FastifyRequest['raw']): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const own = socket.remoteAddress ?? '';
  headers['x-forwarded-for'] = String(forwarded)
    .split(',')
    .map((entry) => addressOf(entry.trim()) ?? own)
    .join(', ');
}

/** The address in `203.0.113.7`, `203.0.113.7:4711`, `2001:db8::7` or `[2001:db8::7]:4711`. */
function addressOf(entry: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? undefined : bare;
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
