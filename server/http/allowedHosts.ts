/**
 * Refuses requests for another host than the public one (DNS rebinding, poisoned caches), where `PUBLIC_URL` says which that is: it
 * always does off loopback.
 * Loopback names are always allowed: no other site can have them.
 */
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { problem } from './problem.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

export function allowHosts(
  app: FastifyInstance,
  { PUBLIC_URL, ALLOWED_HOSTS }: Pick<Config, 'PUBLIC_URL' | 'ALLOWED_HOSTS'>,
): void {
  if (PUBLIC_URL === undefined) return;
  const allowed = new Set([new URL(PUBLIC_URL).hostname, ...ALLOWED_HOSTS, ...LOOPBACK]);
  app.addHook('onRequest', (request, _reply, done) => {
    // The host is the trusted proxy's, else that of the Host header, without the port. A supervisor requests the health check by an
    // address of its own; the response reveals nothing else.
    const isAllowed = allowed.has(request.hostname.toLowerCase()) || request.url.startsWith('/api/Health/');
    done(isAllowed ? undefined : problem('MisdirectedRequest'));
  });
}
