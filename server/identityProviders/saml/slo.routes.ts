/**
 * Single Logout: a browser delivers the provider's signed message that its user has logged out there, and returns with our
 * response. The address for that is from the metadata, never from the message; after a refused message the browser stays on our
 * login page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { apiHeaders } from '../../http/headers.ts';
import { formOf as formWith, localeOf, renderPage } from '../../http/ownPages.ts';
import { connectionOf, formOf, takingForms } from '../forms.ts';
import { loggedOutThere } from '../logOut/logout.ts';
import { countedLogouts } from '../logOut/refusedLogouts.ts';
import { Refused } from '../logIn/refused.ts';
import { findConnection } from '../settings/repository.ts';
import { samlLogoutPath } from './paths.ts';
import type { LogoutAnswer, LogoutMessage, SamlProvider } from './provider.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const MAX_RELAY_STATE_BYTES = 80;
const LOGIN = '/Login';

export function samlLogoutRoutes(app: FastifyInstance, context: Context, provider: SamlProvider): void {
  const { db, clock } = context;
  const { count: onRequest, accept, refuse } = countedLogouts(context);

  app.get(samlLogoutPath(':connection'), { onRequest }, (request, reply) => {
    const query = request.url.slice(request.url.indexOf('?') + 1);
    return answered(request, reply, { query }, new URLSearchParams(query).get('RelayState'));
  });
  takingForms(app, BODY_LIMIT_BYTES, (scope) => {
    scope.post(samlLogoutPath(':connection'), { bodyLimit: BODY_LIMIT_BYTES, onRequest }, (request, reply) => {
      const form = formOf(request);
      return answered(request, reply, { form: form.get('SAMLRequest') ?? '' }, form.get('RelayState'));
    });
  });

  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    message: LogoutMessage,
    relayState: string | null,
  ): Promise<FastifyReply> {
    void reply.headers(apiHeaders);
    const connectionId = connectionOf(request);
    try {
      const { address, fields } = await logOut(connectionId, message, request.ip, relayState ?? '');
      await accept(request);
      if (!fields) return await reply.redirect(address, 303);
      const { html, policy } = renderPage(context, localeOf(request), {
        heading: { key: 'loggedOut' },
        form: {
          ...formWith(address, ...fields),
          buttons: [{ name: '', value: '', key: 'backToProvider' }],
          leadsTo: address,
          submitsItself: true,
          // The provider logs out at its other applications next.
          isPassedOn: true,
        },
      });
      return await reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await refuse(request, error);
      return reply.redirect(LOGIN, 303);
    }
  }

  /** @throws Refused */
  async function logOut(connectionId: string, message: LogoutMessage, ip: string, relayState: string): Promise<LogoutAnswer> {
    const connection = await findConnection(db, connectionId);
    if (!connection?.enabled || connection.kind !== 'saml') throw new Refused('disabledConnection');
    const { id, sub, sids } = await provider.readLogout(connection, message);
    await loggedOutThere(db, connectionId, { id, sub, sids, ip, now: clock.now() });
    const echoed = Buffer.byteLength(relayState) > MAX_RELAY_STATE_BYTES ? '' : relayState;
    return (await provider.logoutAnswered(connection, id, echoed)) ?? { address: LOGIN };
  }
}
