/** Routes that change one user, each with its policy and its change. */
import { effectsOfEnabling } from '../../../api/contract/effects.ts';
import {
  mayEnable,
  mayEndSessions,
  mayResetAuthentication,
  mayTakeOwnership,
  mayUnlock,
} from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import { findSession } from '../../session/principals.ts';
import type { Handlers } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { SessionManager } from '../../http/sessionManager.ts';
import { createUser } from './create.ts';
import { mayPatch, patch } from './edit.ts';
import { cancelEmail, confirmEmail } from '../self/email.ts';
import { eraseUser, type ErasureRooms } from './erase.ts';
import { impersonation } from './impersonation.ts';
import { keysOf, revokeKey } from './keys.ts';
import { undoTakeOwnership, takeOwnership } from './ownership.ts';
import { unlock } from '../../accounts/failures.ts';
import { administrator } from '../../accounts/author.ts';
import { resetAuthentication } from './reset.ts';
import { selfOf } from '../self/self.ts';
import { limitTakenAddresses } from '../../http/takenAnswers.ts';
import { performAction } from './service.ts';
import { setEnabled } from '../../accounts/enable.ts';
import { endSessionsFor } from '../../accounts/sessions.ts';
import { asTarget } from '../../db/target.ts';
import { userActed } from '../../approvals/acts.ts';
import { approveOrRequest } from '../../approvals/request.ts';

type Names =
  | 'Users.Patch'
  | 'Users.ConfirmEmail'
  | 'Users.CancelEmail'
  | 'Users.Create'
  | 'Users.Enable'
  | 'Users.Unlock'
  | 'Users.ResetAuthentication'
  | 'Users.EndSessions'
  | 'Users.ApiKeys'
  | 'Users.RevokeApiKey'
  | 'Users.Erase'
  | 'Users.Impersonate'
  | 'Users.TakeOwnership';

export function adminRoutes(context: Context, sessions: SessionManager, erasure: ErasureRooms): Handlers<Names> {
  const impersonate = impersonation(context, sessions);
  return {
    'Users.Patch': (call) =>
      limitTakenAddresses(context, call, call.body.email, () =>
        performAction(context, call, {
          may: mayPatch(call.body),
          change: (tx, target) => patch(context, tx, call, target),
        }),
      ),

    'Users.ConfirmEmail': (call) => confirmEmail(context, call),

    'Users.CancelEmail': (call) => cancelEmail(context, call),

    'Users.Create': (call) => createUser(context, call),

    'Users.Enable': (call) =>
      performAction(context, call, {
        may: mayEnable,
        change: async (tx, user) => {
          const { enabled } = call.params;
          if (user.enabled === enabled) return undefined;
          const approval = await approveOrRequest(context, tx, call, {
            ...userActed(user),
            effects: effectsOfEnabling(asTarget(user), enabled),
            detail: { enabled },
          });
          if (!approval) return 'awaitingApproval';
          const changed = await setEnabled(tx, administrator(call), user, enabled);
          return changed && { ...changed, ...approval };
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
        change: (tx, target) => resetAuthentication(context, tx, call, target),
      }),

    'Users.EndSessions': (call) =>
      performAction(context, call, {
        may: mayEndSessions,
        change: async (tx, target) => {
          const sessionsEnded = await endSessionsFor(tx, administrator(call), target);
          return sessionsEnded > 0 ? { sessionsEnded } : undefined;
        },
      }),

    'Users.ApiKeys': (call) => keysOf(context, call),

    'Users.RevokeApiKey': async (call) => {
      await revokeKey(context, call);
      return undefined;
    },

    'Users.Erase': (call) => eraseUser(context, call, erasure),

    'Users.Impersonate': async (call) => {
      const opened = await impersonate(call);
      sessions.setCookies(call.reply, opened);
      const found = await findSession(context.db, opened.token, call.now);
      if (found.kind !== 'session') throw problem('SessionRequired');
      return selfOf(context.config, found, call.now);
    },

    'Users.TakeOwnership': (call) =>
      performAction(context, call, {
        may: mayTakeOwnership,
        change: async (tx, target) => {
          if (call.query.undo) return undoTakeOwnership(tx, call.person, target, call.now);
          if (target.owner_id === call.person.userId) return undefined;
          const approval = await approveOrRequest(context, tx, call, {
            ...userActed(target),
            effects: ['takesOwnership'],
            detail: {},
          });
          if (!approval) return 'awaitingApproval';
          const taken = await takeOwnership(tx, call.person, target, call.now);
          return taken && { ...taken, ...approval };
        },
      }),
  };
}
