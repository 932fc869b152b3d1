/** Acts on users that an operation does to many: the same policies, effects and events as the single calls. */
import { effectsOfEnabling } from '../../../api/contract/effects.ts';
import type { OperationName } from '../../../api/contract/index.ts';
import { mayEnable, mayResetAuthentication, mayUnlock } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import { asTarget } from '../../db/target.ts';
import { userActed } from '../../operations/acts.ts';
import { nameOf, type Kind, type Kinds, type TargetUser } from '../../operations/kinds.ts';
import { setEnabled } from './enablement.ts';
import { unlock } from './repository.ts';
import { resetActed, resetNow, type ForgetCredentials } from './reset.ts';
import { performActionIn, type Action } from './service.ts';

type UserKinds = Omit<Kinds, 'resendInvite'>;

export function userOperationKinds(context: Context, forget: ForgetCredentials): UserKinds {
  const carryOut =
    (
      name: OperationName,
      may: Action['may'],
      change: (now: Date, ...rest: Parameters<Action['change']>) => ReturnType<Action['change']>,
    ): Kind['carryOut'] =>
    (tx, call, user) =>
      performActionIn(
        tx,
        { ...call, name, params: { userName: nameOf(user) } },
        { may, change: (...rest) => change(call.now, ...rest) },
      );
  const enabling = (enabled: boolean): Kind => ({
    may: mayEnable,
    isDue: (user) => user.enabled !== enabled,
    actOn: (user) => ({ ...userActed(user), effects: effectsOfEnabling(asTarget(user), enabled) }),
    carryOut: carryOut('Users.Enable', mayEnable, (now, tx, { user_id: userId }) => setEnabled(tx, userId, enabled, now)),
  });
  return {
    enable: enabling(true),
    disable: enabling(false),
    unlock: {
      may: mayUnlock,
      isDue: ({ locked_until: lockedUntil }, now) => lockedUntil !== null && lockedUntil > now,
      actOn: (user) => ({ ...userActed(user), effects: [] }),
      carryOut: carryOut('Users.Unlock', mayUnlock, async (now, tx, user) =>
        (await unlock(tx, user.user_id, now)) ? { failedSignIns: user.failed_sign_ins } : undefined,
      ),
    },
    resetMfa: {
      may: mayResetAuthentication,
      isDue: ({ mfa_enrolled_at: enrolledAt }) => enrolledAt !== null,
      needsStepUp: () => true,
      actOn: (user: TargetUser) => resetActed(user, 'Mfa'),
      carryOut: (tx, call, user) =>
        performActionIn(
          tx,
          { ...call, name: 'Users.ResetAuthentication', params: { userName: nameOf(user) } },
          { may: mayResetAuthentication, change: (_tx, row) => resetNow(context, tx, call, row, 'Mfa', forget) },
        ),
    },
  };
}
