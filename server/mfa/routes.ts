/** Routes of MFA. */
import type { mfaCalls } from '../../api/contract/mfa.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { UserSummary } from '../../api/contract/users.shapes.ts';
import { DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { Handlers } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { findInScope, adminMfa } from './admin.ts';
import { countCodes, lacksCodes } from '../accounts/recoveryCodes.ts';
import { selfMfa } from './self.ts';
import { presentStatus } from './presenter.ts';
import { proveByApp, proveByRecoveryCode } from './proof.ts';
import { findState } from './repository.ts';
import type { CodeCall, codeLogin, FinishedByCode } from './login.ts';

interface MfaFacade {
  /** Whether the user has a passkey; provided by the passkeys module. */
  hasPasskeys: (tx: Transaction, userId: string) => Promise<boolean>;
  sessions: SessionManager;
  login: ReturnType<typeof codeLogin>;
  /** User summaries; provided by the users module. */
  summariesOf: (queries: Queries, userIds: readonly string[], now: Date) => Promise<UserSummary[]>;
}

export function mfaRoutes(
  context: Context,
  { cookies }: SecurityContext,
  { sessions, login, summariesOf, hasPasskeys }: MfaFacade,
): Handlers<keyof typeof mfaCalls> {
  const { config, db, keyring } = context;
  const selfService = selfMfa(context, sessions, { ...login, hasPasskeys });
  const administration = adminMfa(context);

  const ownStatus = async (call: { person: { userId: string }; now: Date }) =>
    presentStatus(
      config,
      (await findState(db, call.person.userId, call.now)) as NonNullable<Awaited<ReturnType<typeof findState>>>,
    );

  function setCookies(call: CodeCall, { opened, browser, outcome }: FinishedByCode): void {
    if (opened) sessions.setCookies(call.reply, opened);
    if (outcome.reason === 'NotApproved' || outcome.reason === 'ProviderRequired') sessions.clearCookies(call.reply);
    if (browser !== undefined) cookies.set(call.reply, 'browser', browser, config.REMEMBER_BROWSER_DAYS * DAY);
  }

  return {
    'Mfa.OwnStatus': ownStatus,

    'Mfa.Status': async ({ person, params, now }) => presentStatus(config, await findInScope(db, person, params.userId, now)),

    'Mfa.BeginEnable': (call) => selfService.begin(call),

    'Mfa.Enable': async (call) => {
      const { reply, opened } = await selfService.enable(call);
      sessions.setCookies(call.reply, opened);
      return reply;
    },

    'Mfa.Disable': async (call) => {
      await selfService.disable(call);
      return ownStatus(call);
    },

    'Mfa.Recovery': async (call) => ({ recoveryCodes: await selfService.renewCodes(call) }),

    'Mfa.ForgetBrowsers': async (call) => {
      await selfService.forgetBrowsers(call);
      cookies.clear(call.reply, 'browser');
      return ownStatus(call);
    },

    'Mfa.Login': async (call) => {
      const { userId } = call.person;
      const mayRemember = call.body.rememberBrowser && !hasAdministrativeRole(call.person);
      const remember = mayRemember ? { former: cookies.get(call.request, 'browser') } : undefined;
      const { code } = call.body;
      const finished = await login.byCode(call, (tx) => proveByApp(keyring, tx, userId, code, call.now), {
        browser: remember,
        code,
      });
      setCookies(call, finished);
      const recoveryCodesMissing = finished.outcome.outcome === 'SignedIn' && (await lacksCodes(db, userId, call.now));
      return { ...finished.outcome, ...(recoveryCodesMissing && { recoveryCodesMissing }) };
    },

    'Mfa.RecoveryCode': async (call) => {
      const { userId } = call.person;
      const finished = await login.byCode(call, (tx) => proveByRecoveryCode(tx, userId, call.body.code, call.now));
      setCookies(call, finished);
      return { ...finished.outcome, recoveryCodesLeft: await countCodes(db, userId, call.now) };
    },

    'Mfa.Require': async (call) => {
      await administration.require(call);
      return presentStatus(config, await findInScope(db, call.person, call.params.userId, call.now));
    },

    'Mfa.Remind': async (call) => {
      await administration.remind(call);
      return presentStatus(config, await findInScope(db, call.person, call.params.userId, call.now));
    },

    'Mfa.RecoveryFor': (call) => administration.issueCode(call),

    'Mfa.Overridden': async ({ person, query, now }) => {
      const { userIds, ...rule } = await administration.overridden(person, query.organisationPublicId);
      return { ...rule, overridden: await summariesOf(db, userIds, now) };
    },

    'Mfa.OrganizationDefaultReset': async (call) => ({ reset: await administration.reset(call) }),
  };
}
