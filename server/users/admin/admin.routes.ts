/** Routes that change one user, each with its policy and its change. */
import type { userActions } from '../../../api/contract/actions.ts';
import { mayTakeOwnership } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import { findSession } from '../../session/principals.ts';
import type { Handlers } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { SessionManager } from '../../http/sessionManager.ts';
import { createUser } from './create.ts';
import { mayPatch, patch } from './edit.ts';
import { cancelEmail, confirmEmail } from '../self/email.ts';
import { eraseUser, type ErasureDependencies } from './erase.ts';
import { impersonation } from './impersonation.ts';
import { keysOf, revokeKey } from './keys.ts';
import { previewMove } from './movePreview.ts';
import { undoTakeOwnership } from './ownership.ts';
import { endSessionOf, sessionsOf } from './sessions.ts';
import { selfOf } from '../self/self.ts';
import { limitTakenAddresses } from '../../http/takenAnswers.ts';
import { doAtOnce, routesAtOnce } from '../../actions/atOnce.ts';
import { performAction, type Action } from '../../actions/perform.ts';
import { routedActions, resetting, userServerActions } from './actions.ts';

type Names =
  | 'Users.Patch'
  | 'Users.ConfirmEmail'
  | 'Users.CancelEmail'
  | 'Users.Create'
  | 'Users.MovePreview'
  | 'Users.Enable'
  | 'Users.Unlock'
  | 'Users.ResetAuthentication'
  | 'Users.UserSessions'
  | 'Users.EndUserSession'
  | 'Users.ApiKeys'
  | 'Users.RevokeApiKey'
  | 'Users.Erase'
  | 'Users.Impersonate'
  | 'Users.TakeOwnership';

export function adminRoutes(
  context: Context,
  sessions: SessionManager,
  erasure: ErasureDependencies,
): Handlers<Names | (typeof userActions)[keyof typeof routedActions]['call']> {
  const impersonate = impersonation(context, sessions);
  const actions = userServerActions(context);
  return {
    ...routesAtOnce(context, routedActions),

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

    'Users.MovePreview': (call) => previewMove(context, call),

    'Users.Enable': (call) => {
      const { enabled } = call.params;
      const name = enabled ? 'enable' : 'disable';
      return doAtOnce(context, call, name, actions[name], { detail: { enabled } });
    },

    'Users.Unlock': (call) => doAtOnce(context, call, 'unlock', actions.unlock),

    'Users.ResetAuthentication': (call) => {
      const { type } = call.query;
      const options = { detail: { type } };
      return doAtOnce(context, call, type === 'Password' ? 'resetPassword' : 'resetMfa', resetting(context, type), options);
    },

    'Users.UserSessions': (call) => sessionsOf(context, call),

    'Users.EndUserSession': async (call) => {
      await endSessionOf(context, call);
      return undefined;
    },

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

    'Users.TakeOwnership': (call) => {
      if (!call.query.undo) return doAtOnce(context, call, 'takeOwnership', actions.takeOwnership, { detail: {} });
      const change: Action['change'] = (tx, target) => undoTakeOwnership(tx, call.person, target, call.now);
      return performAction(context, call, { may: mayTakeOwnership, change });
    },
  };
}
