/** The calls of the own security details. */
import type { securityCalls } from '../../api/contract/security.calls.ts';
import type { Context } from '../context.ts';
import type { Gate } from '../http/admit.ts';
import type { Room } from '../http/call.ts';
import type { Entrance } from '../http/signIn.ts';
import { createKey, deleteKey, grantableClaims, mayHaveKeys, ownKeys, setClaims } from './security.keys.ts';
import { passwordChange, type ProvePassword } from './security.password.ts';
import { readEmailPreferences, readFontSize, setEmailPreferences, setFontSize } from './security.preferences.ts';
import { endOtherSessions, endOwnSession, ownSessions } from './security.sessions.ts';

export function securityRoutes(
  context: Context,
  { cookies }: Gate,
  entrance: Entrance,
  provePassword: ProvePassword,
): Room<keyof typeof securityCalls> {
  const { config, db } = context;
  const changePassword = passwordChange(context, entrance, provePassword);

  return {
    'ChangeDetails.ChangePassword': async (call) => {
      const { opened, recovered } = await changePassword(call, cookies.get(call.request, 'grant'));
      if (opened) entrance.admit(call.reply, opened);
      else cookies.clear(call.reply, 'grant');
      // The recovered person's own session has ended with all others.
      if (call.session && call.person.userId === recovered) entrance.dismiss(call.reply);
    },

    'ApiKey.OpenAccess': async ({ person }) => ({
      allowed: await mayHaveKeys(db, person),
      maxKeys: config.LIMIT_API_KEYS,
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
      if (await endOwnSession(db, call)) entrance.dismiss(call.reply);
    },
    'Users.EndOtherSessions': async (call) => {
      await endOtherSessions(db, call);
    },
  };
}
