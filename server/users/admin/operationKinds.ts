/** Acts on users that an operation does to many: the same policies, effects and events as the single calls. */
import { effectsOfEnabling } from '../../../api/contract/effects.ts';
import type { OperationName } from '../../../api/contract/index.ts';
import { mayEnable, mayResetAuthentication, mayUnlock } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { asTarget } from '../../db/target.ts';
import { userActed, type ApprovedCall } from '../../approvals/acts.ts';
import type { Kind, Kinds, TargetUser } from '../../bulk/kinds.ts';
import { administrator } from '../../accounts/author.ts';
import { setEnabled } from '../../accounts/enable.ts';
import { unlock } from '../../accounts/failures.ts';
import { resetActed, resetNow } from './reset.ts';
import { recordAction } from './service.ts';

type UserKinds = Omit<Kinds, 'resendInvite'>;
/** @returns details of the event; undefined if nothing has changed */
type Change = (tx: Transaction, call: ApprovedCall, user: TargetUser) => Promise<Record<string, unknown> | undefined>;

const carryOut =
  (name: OperationName, change: Change): Kind['carryOut'] =>
  async (tx, call, user) => {
    const details = await change(tx, call, user);
    if (details) await recordAction(tx, { ...call, name }, user, details);
  };

export function userOperationKinds(context: Context): UserKinds {
  const enabling = (enabled: boolean): Kind => ({
    may: mayEnable,
    isDue: (user) => user.enabled !== enabled,
    actOn: (user) => ({ ...userActed(user), effects: effectsOfEnabling(asTarget(user), enabled) }),
    carryOut: carryOut('Users.Enable', (tx, call, user) => setEnabled(tx, administrator(call), user, enabled)),
  });
  return {
    enable: enabling(true),
    disable: enabling(false),
    unlock: {
      may: mayUnlock,
      isDue: ({ locked_until: lockedUntil }, now) => lockedUntil !== null && lockedUntil > now,
      actOn: (user) => ({ ...userActed(user), effects: [] }),
      carryOut: carryOut('Users.Unlock', async (tx, { now }, user) =>
        (await unlock(tx, user.user_id, now)) ? { failedSignIns: user.failed_sign_ins } : undefined,
      ),
    },
    resetMfa: {
      may: mayResetAuthentication,
      isDue: ({ mfa_enrolled_at: enrolledAt }) => enrolledAt !== null,
      needsStepUp: () => true,
      actOn: (user) => resetActed(user, 'Mfa'),
      carryOut: carryOut('Users.ResetAuthentication', (tx, call, user) => resetNow(context, tx, call, user, 'Mfa')),
    },
  };
}
