/** Routes at which identity providers report a logout with a signed token, without browser or cookie. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { apiHeaders } from '../../http/headers.ts';
import { connectionOf, formOf, takingForms } from '../forms.ts';
import { backChannelLogout } from './backChannelLogout.ts';
import { Refused } from '../logIn/refused.ts';
import { countedLogouts } from './refusedLogouts.ts';
import { logoutPath } from '../settings/repository.ts';
import type { VerifyToken } from '../openid/tokens.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

export function logoutRoutes(app: FastifyInstance, context: Context, verify: VerifyToken): void {
  const logOut = backChannelLogout(context, verify);
  const { count, accept, refuse } = countedLogouts(context);
  takingForms(app, BODY_LIMIT_BYTES, (scope) => {
    scope.post(logoutPath(':connection'), { bodyLimit: BODY_LIMIT_BYTES, onRequest: count }, async (request, reply) => {
      const connectionId = connectionOf(request);
      void reply.headers(apiHeaders);
      try {
        await logOut(connectionId, formOf(request).get('logout_token') ?? '', request.ip);
        await accept(request);
        return await reply.code(200).send();
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        await refuse(request, error);
        return reply.code(400).send({ error: 'invalid_request' });
      }
    });
  });
}
