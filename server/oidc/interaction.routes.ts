/**
 * Interaction of an authorization request with the user: `/oidc/interaction/{uid}` redirects to the login pages, which lead back to
 * it, or asks for consent. It passes the result to the provider, which continues the request.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { accessDenial, type AccessDenial } from '../../api/contract/applications.policy.ts';
import { accessOf } from '../applications/repository.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { auditOriginOf } from '../http/auditOrigin.ts';
import { cookieValues, type CookieJar } from '../http/cookies.ts';
import { sha256 } from '../session/tokens.ts';
import { applicationOf, type ClientApplication } from './client.ts';
import { giveConsent } from './grants.ts';
import { formOf, localeOf, renderPage, type OwnPage } from '../http/ownPages.ts';
import { ACCESS_PROMPT, cookieNames, INTERACTION, MOUNT } from './mount.ts';
import { pendingRequests } from './pending.ts';
import type { RunningProvider } from './running.ts';
import { acrOf, amrOf, authTimeOf, beginBrowserRequest, giveBackRequest, type Login } from './browserRequest.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

interface Step {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly interaction: Interaction;
  readonly application: ClientApplication;
  readonly login: Login | undefined;
}

const PATH = `${MOUNT}${INTERACTION}/:uid`;
const DENIED = { error: 'access_denied', error_description: 'End-User aborted interaction' };

export function interactionRoutes(scope: FastifyInstance, context: Context, cookies: CookieJar, oidc: RunningProvider): void {
  const { db, clock, secret } = context;
  const pending = pendingRequests(scope, oidc);

  scope.get(PATH, async (request, reply) => {
    const step = await stepOf(request, reply);
    if (step) return advance(step);
    const restart = await pending.restartOf(request, (request.params as { uid: string }).uid);
    return restart === undefined ? showExpired(request, reply) : reply.redirect(restart, 303);
  });

  scope.post(PATH, async (request, reply) => {
    const step = await stepOf(request, reply);
    const answer = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (!step?.login || step.interaction.prompt.name !== 'consent') return showExpired(request, reply);
    if (!secret.verify('consent', boundTo(step.interaction, step.login), answer.get('token') ?? ''))
      return showExpired(request, reply);
    if (answer.get('allow') !== 'yes') return finish(step, DENIED);
    await consent(step, step.login);
    return finish(step, { consent: {} });
  });

  /** @returns undefined unless this browser began the request, and it has not expired */
  async function stepOf(request: FastifyRequest, reply: FastifyReply): Promise<Step | undefined> {
    const { uid } = request.params as { uid: string };
    if (!cookieValues(request, cookieNames(oidc.issuer()).interaction).includes(uid)) return undefined;
    const provider = await oidc.get();
    const interaction = await provider.Interaction.find(uid);
    const client = interaction && (await provider.Client.find(String(interaction.params.client_id)));
    if (!interaction || !client) return undefined;
    const { login } = await beginBrowserRequest(context, request, cookies);
    return { request, reply, interaction, login, application: applicationOf(client) };
  }

  async function advance(step: Step): Promise<FastifyReply> {
    const { interaction, login, application, reply } = step;
    const { name, reasons } = interaction.prompt;
    if (!login) return toLogin(step, { again: false });
    if (name === ACCESS_PROMPT) {
      const denial = accessDenial(login, accessOf(application));
      if (denial) await recordRefusal(step, login, denial);
      if (denial === 'noAccess')
        return reply.redirect(`/NoAccess?${new URLSearchParams({ application: application.name }).toString()}`, 303);
      if (denial === 'passwordChange') return reply.redirect('/SecurityDetails', 303);
      // The cause of the denial may be gone meanwhile: the request then continues with the user who is logged in now.
      return finish(step, denial ? { error: 'access_denied', error_description: 'not while acting as a user' } : {});
    }
    if (name === 'consent') return application.own ? finish(step, { consent: {} }) : askConsent(step, login);
    const needsNewLogin = !(reasons.length === 1 && reasons[0] === 'no_session');
    if (needsNewLogin && login.session.createdAt < (await startOf(interaction.uid))) return toLogin(step, { again: true });
    const amr = amrOf(login);
    const acr = acrOf(login);
    const accountId = login.person.userId;
    return finish(step, {
      login: { accountId, ts: authTimeOf(login), remember: false, ...(amr && { amr }), ...(acr && { acr }) },
      select_account: {},
    });
  }

  async function recordRefusal({ request, application }: Step, login: Login, reason: AccessDenial): Promise<void> {
    await appendAuditEvent(db, auditOriginOf(request, login, clock.now()), {
      action: 'Applications.SignIn',
      outcome: 'refused',
      target: application.name,
      targetUserId: login.person.userId,
      details: { reason },
    });
  }

  /** The login page of the application; `again`: also for a user who is logged in. */
  function toLogin({ reply, interaction, application }: Step, { again }: { again: boolean }): FastifyReply {
    const { login_hint: hint, ui_locales: locales } = interaction.params;
    const query = new URLSearchParams({ ReturnUrl: `${MOUNT}${INTERACTION}/${interaction.uid}` });
    if (again) query.set('again', 'true');
    if (typeof hint === 'string' && hint.length <= 254) query.set('userName', hint);
    if (typeof locales === 'string') query.set('ui_locales', locales);
    pending.remember(reply, interaction.uid, String(interaction.params.client_id));
    return reply.redirect(`/Login/${encodeURIComponent(application.name)}?${query.toString()}`, 303);
  }

  /** The start in milliseconds; the provider counts seconds. */
  async function startOf(uid: string): Promise<Date> {
    const row = await db
      .selectFrom('oidc_tokens')
      .select('created_at')
      .where('model', '=', 'Interaction')
      .where('token_hash', '=', sha256(uid))
      .executeTakeFirst();
    return row?.created_at ?? clock.now();
  }

  async function finish({ interaction, login, request, reply }: Step, result: Record<string, unknown>): Promise<FastifyReply> {
    interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
    // A user who logs in anew has another session than the one in which the request began.
    const bound = interaction as { session?: { uid: string; accountId: string } };
    if (!('error' in result)) await giveBackRequest(context, request, bound.session?.accountId);
    if (login) bound.session = { uid: login.session.sessionId, accountId: login.person.userId };
    else delete bound.session;
    await interaction.persist();
    pending.noteAnswer(request, reply, interaction.uid);
    return reply.redirect(interaction.returnTo, 303);
  }

  function askConsent({ request, reply, interaction, application }: Step, login: Login): FastifyReply {
    const { redirect_uri: leadsTo } = interaction.params;
    return show(request, reply, 200, interaction.params.ui_locales, {
      heading: { key: 'consent', values: { application: application.display_name } },
      lines: [
        { key: 'consentAs', values: { user: login.person.userName } },
        { key: 'consentTo', values: { application: application.display_name } },
      ],
      items: scopesOf(interaction).map((scope) => ({ key: `scope.${scope}` })),
      form: {
        ...formOf(`${MOUNT}${INTERACTION}/${interaction.uid}`, ['token', secret.sign('consent', boundTo(interaction, login))]),
        buttons: [
          { name: 'allow', value: 'yes', key: 'allow' },
          { name: 'allow', value: 'no', key: 'deny' },
        ],
        leadsTo: String(leadsTo),
      },
    });
  }

  async function consent({ request, interaction, application }: Step, login: Login): Promise<void> {
    const now = clock.now();
    const { userId } = login.person;
    const applicationId = String(interaction.params.client_id);
    const scopes = scopesOf(interaction);
    await transaction(db, async (tx) => {
      await giveConsent(tx, { userId, applicationId, scopes }, now);
      await appendAuditEvent(tx, auditOriginOf(request, login, now), {
        action: 'Applications.Consent',
        target: application.name,
        targetUserId: userId,
        details: { scopes },
      });
    });
  }

  const showExpired = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    show(request, reply, 400, undefined, { heading: { key: 'expired' }, lines: [{ key: 'expiredHow' }] });

  function show(request: FastifyRequest, reply: FastifyReply, status: number, uiLocales: unknown, page: OwnPage): FastifyReply {
    const locale = localeOf(request, uiLocales);
    const { html, policy } = renderPage(context, locale, page);
    return reply
      .code(status)
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'content-language': locale })
      .type('text/html; charset=utf-8')
      .send(html);
  }
}

/** The value to which the form's anti-forgery token is bound. */
const boundTo = ({ uid }: Interaction, { session }: Login): string => `${uid}\0${session.sessionId}`;

const scopesOf = ({ params: { scope } }: Interaction): string[] => (typeof scope === 'string' ? scope.split(' ') : []);
