/** The actions on users that this room carries out. */
import type { UserActionName } from '../../../api/contract/actions.ts';
import type { Context } from '../../context.ts';
import { administrator } from '../../accounts/author.ts';
import { setEnabled } from '../../accounts/enable.ts';
import { unlock } from '../../accounts/failures.ts';
import { endSessionsFor } from '../../accounts/sessions.ts';
import { problem } from '../../http/problem.ts';
import type { ServerAction } from '../../actions/action.ts';
import { actOfMove, moveUser, readOrganisation } from './move.ts';
import { takeOwnership } from './ownership.ts';
import { resetActed, resetNow, type ResetType } from './reset.ts';

const enabling = (enabled: boolean): ServerAction => ({
  change: (tx, call, user) => setEnabled(tx, administrator(call), user, enabled),
});

/** Actions that are all that their call does: their routes follow from the entry. */
export const routedActions = {
  endSessions: {
    evenIfIdle: true,
    change: async (tx, call, user) => {
      const sessionsEnded = await endSessionsFor(tx, administrator(call), user);
      return sessionsEnded > 0 ? { sessionsEnded } : undefined;
    },
  },
} as const satisfies Partial<Record<UserActionName, ServerAction>>;

export const resetting = (context: Context, type: ResetType): ServerAction => ({
  evenIfIdle: true,
  actOn: (user) => {
    if (user.registered_at === null) throw problem('Conflict');
    return resetActed(user, type);
  },
  change: (tx, call, user) => resetNow(context, tx, call, user, type),
});

export const userServerActions = (context: Context) =>
  ({
    ...routedActions,
    enable: enabling(true),
    disable: enabling(false),
    unlock: {
      change: async (tx, { now }, user) =>
        (await unlock(tx, user.user_id, now)) ? { failedSignIns: user.failed_sign_ins } : undefined,
    },
    resetMfa: resetting(context, 'Mfa'),
    takeOwnership: { change: (tx, { person, now }, user) => takeOwnership(tx, person, user, now) },
    move: { resolve: readOrganisation, actOn: actOfMove, change: moveUser },
  }) as const satisfies Record<string, ServerAction>;
