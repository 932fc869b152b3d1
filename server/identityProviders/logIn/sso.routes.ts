/**
 * The addresses below `/sso`, which browsers reach by links and redirects: to an identity provider, back from it, and on. All
 * refusals look the same to the caller; the administrators of the organisation see the reason.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { findCookieSession } from '../../http/authenticate.ts';
import { auditOriginOf } from '../../http/auditOrigin.ts';
import { limitSession, type SecurityContext } from '../../http/authorize.ts';
import { asProblem } from '../../http/errors.ts';
import { apiHeaders } from '../../http/headers.ts';
import { chooseLocale } from '../../i18n/phrases.ts';
import { findSession, findSessionToLink } from '../../session/principals.ts';
import { leaveRefused, ssoAnswer } from './callback.ts';
import { findAnswered, ssoAttempts } from './attempts.ts';
import { recordEarlyRefusals } from './earlyRefusals.ts';
import { connectionOf } from '../forms.ts';
import { logoutRoutes } from '../logOut/logout.routes.ts';
import { FINISH_PATH, ssoFinish } from './linking.ts';
import { providers } from '../openid/provider.ts';
import { Refused } from './refused.ts';
import { callbackPath } from '../settings/repository.ts';
import { revocationRoutes } from '../logOut/revocation.routes.ts';
import { consumerRoutes } from '../saml/acs.routes.ts';
import { consumerPath } from '../saml/paths.ts';
import { samlProvider } from '../saml/lateProvider.ts';
import { samlLogoutRoutes } from '../saml/slo.routes.ts';
import { REFUSED_AT, type Answered, type SsoCall, type SsoRooms } from '../dependencies.ts';
import { ssoStart, type StartQuery } from './start.ts';
import { providerTokens } from '../openid/tokens.ts';
import { startPath } from '../../session/providerRule.ts';

export function ssoRoutes(app: FastifyInstance, context: Context, { cookies }: SecurityContext, rooms: SsoRooms): void {
  const { db, clock, log } = context;
  const provider = providers(context);
  const saml = samlProvider(context);
  const protocols = { openid: provider, saml };
  const attempts = ssoAttempts(context, cookies);
  const start = ssoStart(context, protocols, attempts);
  const answer = ssoAnswer(context, rooms, attempts);
  const finish = ssoFinish(context, attempts, rooms);

  recordEarlyRefusals(app, context, [startPath(':connection'), callbackPath(':connection'), consumerPath(':connection')]);
  app.get(startPath(':connection'), (request, reply) =>
    answered(request, reply, async (call) => ({
      location: await start(call, connectionOf(request), request.query as StartQuery),
    })),
  );
  app.get(callbackPath(':connection'), (request, reply) =>
    answered(request, reply, (call) => {
      const query = request.url.split('?')[1] ?? '';
      const state = new URLSearchParams(query).get('state') ?? '';
      return answer(call, connectionOf(request), state, async (connection, _attempt, asked) => ({
        claims: await provider.redeem(connection, query, asked),
      }));
    }),
  );
  const verify = providerTokens(provider);
  logoutRoutes(app, context, verify);
  revocationRoutes(app, context, verify);
  samlLogoutRoutes(app, context, saml);
  consumerRoutes(app, context, { provider: saml, attempts, answered });
  app.get(FINISH_PATH, (request, reply) => {
    const { state } = request.query as { readonly state?: unknown };
    return typeof state === 'string'
      ? answered(request, reply, (call) => finishAnswered(call, state))
      : answered(request, reply, finish, findSessionToLink);
  });

  /** A SAML provider's response is for the browser that began the login. */
  async function finishAnswered(call: SsoCall, state: string): Promise<Answered> {
    const found = await findAnswered(db, state, call.now);
    if (!found) throw new Refused('attempt');
    const { answer: taken } = found;
    if (taken && 'refused' in taken) return leaveRefused(context, attempts, call, found);
    return answer(call, found.connection_id, state, ({ issuer }, { answer: kept }) => {
      // Requires the same provider: the connection may have been off and changed meanwhile.
      if (!kept || 'refused' in kept || kept.claims.iss !== issuer) throw new Refused('issuer');
      return Promise.resolve(kept);
    });
  }

  async function answered(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (call: SsoCall) => Promise<Answered>,
    find = findSession,
  ): Promise<FastifyReply> {
    void reply.headers(apiHeaders);
    try {
      const { location, commit } = await work(await callOf(request, reply, find));
      commit?.();
      return await reply.redirect(location, 303);
    } catch (error) {
      if (!(error instanceof Refused)) {
        const found = asProblem(error);
        if (found.status === 429 || found.status === 503) throw error;
        log.error({ err: error, requestId: request.id }, 'A login with an identity provider failed');
      }
      return reply.redirect((error instanceof Refused ? error.backTo : undefined) ?? REFUSED_AT, 303);
    }
  }

  async function callOf(request: FastifyRequest, reply: FastifyReply, find: typeof findSession): Promise<SsoCall> {
    const now = clock.now();
    const principal = limitSession(context, await findCookieSession(db, cookies, request, now, find), now);
    return {
      name: 'Connections.LogIn',
      request,
      reply,
      now,
      locale: chooseLocale(request.headers['accept-language']),
      origin: auditOriginOf(request, principal, now),
      principal,
      session: principal.kind === 'session' || principal.kind === 'pending' ? principal.session : null,
    };
  }
}
