/** Routes of login and logout. */
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import type { loginCalls } from '../../api/contract/login.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { endSession } from '../accounts/sessions.ts';
import type { SecurityContext } from '../http/authorize.ts';
import { sessionOf, type Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import type { MustUseProvider, SecondFactors, SignIn } from '../signIn/finish.ts';
import { applicationHome, applicationOf, findHomeOwner, isDefault, returnableOf, type Applications } from './applications.ts';
import { loginCheck, type GuardedApplications } from './check.ts';
import type { FormerSystem } from '../signIn/former.ts';
import { loginService } from './service.ts';

interface LoginRooms {
  readonly sessions: SessionManager;
  readonly signIn: SignIn;
  readonly hasPasskeys: SecondFactors['hasPasskeys'];
  /** The applications of the configuration and the registered ones; the applications module provides them. */
  readonly applications: Applications;
  readonly guarded: GuardedApplications;
  readonly mustUseProvider: MustUseProvider;
  readonly former: FormerSystem | undefined;
}

export function loginRoutes(
  context: Context,
  { cookies }: SecurityContext,
  { sessions, signIn, hasPasskeys, applications, guarded, mustUseProvider, former }: LoginRooms,
): Handlers<keyof typeof loginCalls> {
  const { config, db } = context;
  const logIn = loginService(context, cookies, { signIn, applications, mustUseProvider, former });
  const defaultApplication = { applicationName: config.defaultApplication, displayName: config.PRODUCT_NAME };

  return {
    'Login.Page': async ({ query, principal }) => {
      const all = await applications();
      const returnUrl = safeReturnUrl(query.returnUrl, returnableOf(all));
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
      const finished = await logIn(call);
      signIn.setCookies(call, finished);
      return finished.outcome;
    },

    'Login.Check': loginCheck(context, { hasPasskeys, guarded }),

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
}
