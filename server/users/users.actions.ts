/** The calls that act on one person, each as one line of who may and what happens. */
import { mayEnable, mayResetAuthentication, mayTakeOwnership, mayUnlock } from '../../api/contract/users.policy.ts';
import type { Context } from '../context.ts';
import { findSession } from '../db/principals.ts';
import { sessionOf, type Room } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { Entrance } from '../http/signIn.ts';
import { createUser } from './users.create.ts';
import { mayPatch, patch } from './users.edit.ts';
import { confirmEmail } from './users.email.ts';
import { impersonation } from './users.impersonation.ts';
import { giveBack, takeOwnership } from './users.ownership.ts';
import { unlock } from './users.repository.ts';
import { resetAuthentication, type ForgetMfa } from './users.reset.ts';
import { selfOf } from './users.self.ts';
import { act } from './users.service.ts';
import { disable, enable } from './users.standing.ts';

type Names =
  | 'Users.Patch'
  | 'Users.ConfirmEmail'
  | 'Users.Create'
  | 'Users.Enable'
  | 'Users.Unlock'
  | 'Users.ResetAuthentication'
  | 'Users.Impersonate'
  | 'Users.TakeOwnership';

export function actionCalls(context: Context, entrance: Entrance, forgetMfa: ForgetMfa): Room<Names> {
  const impersonate = impersonation(context, entrance);
  return {
    'Users.Patch': (call) =>
      act(context, call, {
        may: mayPatch(call.body),
        change: (tx, target) => patch(context, tx, call.body, target, call.now),
      }),

    'Users.ConfirmEmail': (call) => confirmEmail(context, call),

    'Users.Create': (call) => createUser(context, call),

    'Users.Enable': (call) =>
      act(context, call, {
        may: mayEnable,
        change: async (tx, { user_id: userId }) => {
          if (call.params.enabled) return (await enable(tx, userId)) ? { enabled: true } : undefined;
          const keys = await disable(tx, userId, call.now);
          return keys === undefined ? undefined : { enabled: false, apiKeysEnded: keys };
        },
      }),

    'Users.Unlock': (call) =>
      act(context, call, {
        may: mayUnlock,
        change: async (tx, target) =>
          (await unlock(tx, target.user_id, call.now)) ? { failedSignIns: target.failed_sign_ins } : undefined,
      }),

    'Users.ResetAuthentication': (call) =>
      act(context, call, {
        may: mayResetAuthentication,
        change: (tx, target) => resetAuthentication(context, tx, call, target, forgetMfa),
      }),

    'Users.Impersonate': async (call) => {
      const opened = await impersonate(call);
      entrance.admit(call.reply, opened);
      const found = await findSession(context.db, opened.token, call.now);
      if (found.kind !== 'session') throw problem('SessionRequired');
      return selfOf(context.db, found.person, sessionOf(found), call.now);
    },

    'Users.TakeOwnership': (call) =>
      act(context, call, {
        may: mayTakeOwnership,
        change: (tx, target) => (call.query.undo ? giveBack : takeOwnership)(tx, call.person, target, call.now),
      }),
  };
}
