/**
 * Route at which an identity provider requests that a user is logged out everywhere, with a signed bearer token, without browser or
 * cookie.
 */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apiHeaders } from '../../http/headers.ts';
import { connectionOf } from '../forms.ts';
import { countedLogouts } from './refusedLogouts.ts';
import { Refused } from '../logIn/refused.ts';
import { revocationPath } from '../settings/repository.ts';
import { globalRevocation, type Revoked } from './revocation.ts';
import type { VerifyToken } from '../openid/tokens.ts';

const BODY_LIMIT_BYTES = 8 * 1024;
const statuses = { revoked: 204, malformed: 400, unknown: 404 } as const satisfies Record<Revoked, number>;

export function revocationRoutes(app: FastifyInstance, context: Context, verify: VerifyToken): void {
  const revoke = globalRevocation(context, verify);
  const { count, accept, refuse } = countedLogouts(context);
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    // The caller is authenticated before the body is judged.
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body, parsed) => {
        parsed(null, parse(body));
      },
    );
    scope.post(revocationPath(':connection'), { bodyLimit: BODY_LIMIT_BYTES, onRequest: count }, async (request, reply) => {
      const connectionId = connectionOf(request);
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      void reply.headers(apiHeaders);
      try {
        const revoked = await revoke(connectionId, token, request.body, request.ip);
        await accept(request);
        return await reply.code(statuses[revoked]).send();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await refuse(request, error);
        return reply.code(401).header('www-authenticate', 'Bearer').send();
      }
    });
    done();
  });
}

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
