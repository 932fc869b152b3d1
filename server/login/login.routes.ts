/** Routes of login and logout. */
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { loginCalls } from '../../api/contract/login.calls.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { Principal } from '../session/principal.ts';
import { endSession } from '../session/sessions.end.ts';
import type { SecurityContext } from '../http/authorize.ts';
import { sessionOf, type Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { applicationHome, applicationOf, isDefault, returnableOf, type Applications } from './login.applications.ts';
import type { LoginFacade } from './login.completion.ts';
import { KNOWN_BROWSER_MS } from './login.browsers.ts';
import { findHomeOwner } from './login.accounts.ts';
import { loginService } from './login.service.ts';

interface LoginRooms {
  readonly sessions: SessionManager;
  readonly remembersBrowser: LoginFacade['remembersBrowser'];
  readonly forgetBrowsers: LoginFacade['forgetBrowsers'];
  readonly hasPasskeys: LoginFacade['hasPasskeys'];
  /** Provided by the applications module: those of the configuration and the registered ones. */
  readonly applications: Applications;
}

export function loginRoutes(
  context: Context,
  { cookies }: SecurityContext,
  { sessions, remembersBrowser, forgetBrowsers, hasPasskeys, applications }: LoginRooms,
): Handlers<keyof typeof loginCalls> {
  const { config, db } = context;
  const service = loginService(context, {
    sessions,
    remembersBrowser,
    forgetBrowsers,
    hasPasskeys,
    applications,
    browserOf: ({ request }) => ({ known: cookies.get(request, 'known'), remembered: cookies.get(request, 'browser') }),
  });
  const defaultApplication = { applicationName: config.defaultApplication, displayName: config.PRODUCT_NAME };

  return {
    'Login.Page': async ({ query, principal }) => {
      const all = await applications();
      const returnUrl = safeReturnUrl(query.returnUrl, returnableOf(config));
      const { applicationName, displayName } = applicationOf(returnUrl, all) ?? defaultApplication;
      return {
        applicationName,
        displayName,
        applications: [defaultApplication, ...all],
        returnUrl,
        signedIn: principal.kind === 'session',
      };
    },

    'Login.Login': async (call) => {
      const { outcome, opened, newBrowser } = await service.logIn(call);
      if (opened) sessions.setCookies(call.reply, opened);
      if (newBrowser) cookies.set(call.reply, 'known', newBrowser, KNOWN_BROWSER_MS);
      return outcome;
    },

    'Login.Check': async ({ principal, session, reply }) => {
      if (principal.kind !== 'session')
        throw problem('SessionRequired', { headers: { location: await signInLocation(principal) } });
      const { userName, userId, displayName, email, roles, organisationId } = principal.person;
      const impersonator = session?.impersonation?.by;
      // A guarded application can't enforce a read-only impersonation: to it the caller is anonymous.
      if (session?.impersonation?.access !== 'read')
        void reply.headers({
          'remote-user': asHeader(userName),
          'remote-email': asHeader(email),
          'remote-name': asHeader(displayName),
          'remote-groups': roles.map(asHeader).join(','),
          'remote-organisation': organisationId,
          // A guarded application shows or refuses an administrator who acts as its user.
          ...(impersonator ? { 'remote-impersonator': asHeader(impersonator.userName) } : {}),
        });
      return { userName, userId, displayName, roles: [...roles] };
    },

    'Login.ApplicationHome': async ({ query, principal }) => {
      const { applicationName } = query;
      const all = await applications(applicationName);
      const owner =
        principal.kind === 'session' ? await findHomeOwner(db, principal.person) : { roles: [], opensOverview: false };
      const url = applicationHome(config, all, applicationName, owner);
      if (url === null) throw problem('NotFound');
      const known = all.find((application) => application.applicationName === applicationName);
      return isDefault(config, applicationName) || !known ? { ...defaultApplication, url } : known;
    },

    'Login.Logout': async (call) => {
      await transaction(db, async (tx) => {
        await endSession(tx, sessionOf(call).sessionId);
        await appendAuditEvent(tx, call.origin, {
          action: 'Login.Logout',
          target: call.person.userName,
          targetUserId: call.person.userId,
        });
      });
      sessions.clearCookies(call.reply);
      void call.reply.header('clear-site-data', '"cache"');
    },
  };

  /**
   * Where to log in: a pending session continues at its MFA step, which learns whether a passkey is the only factor or also one, and
   * whether the browser can be remembered.
   */
  async function signInLocation(principal: Principal): Promise<string> {
    if (principal.kind !== 'pending') return '/Login';
    const { userId } = principal.person;
    const { mfa_enrolled_at: enrolled } = await db
      .selectFrom('users')
      .select('mfa_enrolled_at')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const hasPasskey = await hasPasskeys(db, userId);
    if (!enrolled && !hasPasskey) return '/EnrolMfa';
    const facts = new URLSearchParams({
      ...(hasPasskey && { passkey: enrolled ? 'also' : 'only' }),
      ...(enrolled && hasAdministrativeRole(principal.person) && { browser: 'never' }),
    });
    return `/LoginMfa/${String(principal.session.remember)}${facts.size > 0 ? `?${String(facts)}` : ''}`;
  }
}

/** Headers are ASCII: other characters, `%` and the comma that separates groups are percent-encoded as UTF-8. */
const asHeader = (text: string) => text.toWellFormed().replaceAll(/[^\x20-\x24\x26-\x2b\x2d-\x7e]+/g, encodeURIComponent);
