/** Routes of the user's own security details. */
import type { securityCalls } from '../../api/contract/security.ts';
import type { Context } from '../context.ts';
import type { SecurityContext } from '../http/authorize.ts';
import type { Handlers } from '../http/call.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { createKey, deleteKey, grantableClaims, mayHaveKeys, ownKeys, setClaims } from './keys.ts';
import { passwordChange, type ProvePassword } from './password.ts';
import { readEmailPreferences, readFontSize, setEmailPreferences, setFontSize } from './preferences.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './sessions.ts';

export function securityRoutes(
  context: Context,
  { cookies }: SecurityContext,
  sessions: SessionManager,
  provePassword: ProvePassword,
): Handlers<keyof typeof securityCalls> {
  const { config, db } = context;
  const changePassword = passwordChange(context, sessions, provePassword);

  return {
    'ChangeDetails.ChangePassword': async (call) => {
      const { opened, recovered } = await changePassword(call, cookies.get(call.request, 'grant'));
      if (opened) sessions.setCookies(call.reply, opened);
      else cookies.clear(call.reply, 'grant');
      // The recovered user's own session has ended with the others.
      if (call.session && call.person.userId === recovered) sessions.clearCookies(call.reply);
    },

    'ApiKey.OpenAccess': async ({ person }) => ({
      allowed: await mayHaveKeys(db, person),
      maxKeys: config.LIMIT_API_KEYS,
      longestDays: config.LIMIT_API_KEY_DAYS,
      grantableClaims: grantableClaims(person),
    }),
    'ApiKey.GetExisting': ({ person }) => ownKeys(db, person),
    'ApiKey.Create': (call) => createKey(context, call),
    'ApiKey.Delete': async (call) => {
      await deleteKey(context, call);
    },
    'ApiKey.CreateClaims': (call) => setClaims(context, call),

    'Users.EmailPreferences': ({ person }) => readEmailPreferences(db, person.userId),
    'Users.SetEmailPreferences': (call) => setEmailPreferences(db, call),
    'Users.FontSize': ({ person }) => readFontSize(db, person.userId),
    'Users.SetFontSize': (call) => setFontSize(db, call),

    'Users.Sessions': (call) => ownSessions(db, call),
    'Users.EndSession': async (call) => {
      if (await endOwnSession(db, call)) sessions.clearCookies(call.reply);
    },
    'Users.EndOtherSessions': async (call) => {
      await endOtherSessions(db, call);
    },
  };
}
