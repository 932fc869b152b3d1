/** Routes that change one user: policy and change of each. */
import {
  mayEnable,
  mayEndSessions,
  mayResetAuthentication,
  mayTakeOwnership,
  mayUnlock,
} from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import { findSession } from '../../session/principals.ts';
import { sessionOf, type Handlers } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { SessionManager } from '../../http/sessionManager.ts';
import { createUser } from './create.ts';
import { mayPatch, patch } from './edit.ts';
import { cancelEmail, confirmEmail } from '../self/email.ts';
import { impersonation } from './impersonation.ts';
import { undoTakeOwnership, takeOwnership } from './ownership.ts';
import { unlock } from './repository.ts';
import { endAllSessions } from './sessions.ts';
import { resetAuthentication, type ForgetMfa } from './reset.ts';
import { selfOf } from '../self/self.ts';
import { performAction } from './service.ts';
import { disable, enable } from './enablement.ts';

type Names =
  | 'Users.Patch'
  | 'Users.ConfirmEmail'
  | 'Users.CancelEmail'
  | 'Users.Create'
  | 'Users.Enable'
  | 'Users.Unlock'
  | 'Users.ResetAuthentication'
  | 'Users.EndSessions'
  | 'Users.Impersonate'
  | 'Users.TakeOwnership';

export function adminRoutes(context: Context, sessions: SessionManager, forgetMfa: ForgetMfa): Handlers<Names> {
  const impersonate = impersonation(context, sessions);
  return {
    'Users.Patch': (call) =>
      performAction(context, call, {
        may: mayPatch(call.body),
        change: (tx, target) => patch(context, tx, call, target),
      }),

    'Users.ConfirmEmail': (call) => confirmEmail(context, call),

    'Users.CancelEmail': (call) => cancelEmail(context, call),

    'Users.Create': (call) => createUser(context, call),

    'Users.Enable': (call) =>
      performAction(context, call, {
        may: mayEnable,
        change: async (tx, { user_id: userId }) => {
          if (call.params.enabled) return (await enable(tx, userId)) ? { enabled: true } : undefined;
          const keys = await disable(tx, userId, call.now);
          return keys === undefined ? undefined : { enabled: false, apiKeysEnded: keys };
        },
      }),

    'Users.Unlock': (call) =>
      performAction(context, call, {
        may: mayUnlock,
        change: async (tx, target) =>
          (await unlock(tx, target.user_id, call.now)) ? { failedSignIns: target.failed_sign_ins } : undefined,
      }),

    'Users.ResetAuthentication': (call) =>
      performAction(context, call, {
        may: mayResetAuthentication,
        change: (tx, target) => resetAuthentication(context, tx, call, target, forgetMfa),
      }),

    'Users.EndSessions': (call) =>
      performAction(context, call, {
        may: mayEndSessions,
        change: (tx, target) => endAllSessions(tx, call, target),
      }),

    'Users.Impersonate': async (call) => {
      const opened = await impersonate(call);
      sessions.setCookies(call.reply, opened);
      const found = await findSession(context.db, opened.token, call.now);
      if (found.kind !== 'session') throw problem('SessionRequired');
      return selfOf(context.db, found.person, sessionOf(found), call.now);
    },

    'Users.TakeOwnership': (call) =>
      performAction(context, call, {
        may: mayTakeOwnership,
        change: (tx, target) => (call.query.undo ? undoTakeOwnership : takeOwnership)(tx, call.person, target, call.now),
      }),
  };
}
