/** Acts on users that another administrator has approved. */
import { sql, type SqlBool } from 'kysely';
import type { ApprovableAction } from '../../../api/contract/approvals.ts';
import type { Person } from '../../../api/contract/person.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import {
  mayEditField,
  mayEnable,
  mayErase,
  mayImpersonate,
  mayResetAuthentication,
  mayTakeOwnership,
  type Target,
} from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { asTarget } from '../../db/target.ts';
import { problem } from '../../http/problem.ts';
import { asApprovalTarget } from '../../session/approvals.ts';
import type { ApprovableAct, ApprovableActs, ApprovedCall, RequestedAct } from '../../session/approvals.acts.ts';
import { disableUser } from './enablement.ts';
import { takeOwnership } from './ownership.ts';
import { findDetail } from './repository.ts';
import { resetNow, type ForgetCredentials, type ResetType } from './reset.ts';
import { performActionIn, type Action } from './service.ts';

type Policy = (actor: Person, target: Target) => ProblemCode | null;

const RESET_TYPES: readonly ResetType[] = ['Password', 'Mfa', 'Passkeys', 'All'];

/** For a call about one user. */
export const lockForApproval =
  (policyOf: (detail: RequestedAct['detail']) => Policy): ApprovableAct['lock'] =>
  async (tx: Transaction, userId, detail, now) => {
    await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
    const user = await findDetail(tx, sql<SqlBool>`u.user_id = ${userId}`, now);
    if (!user) return undefined;
    const { name, state } = asApprovalTarget(user);
    return { name, state, may: (person) => policyOf(detail)(person, asTarget(user)) };
  };

type Names = Extract<ApprovableAction, `Users.${string}`>;

export function approvedUserActs(context: Context, forget: ForgetCredentials): ApprovableActs<Names> {
  const act = (
    name: Names,
    may: Policy,
    change: (call: ApprovedCall, requested: RequestedAct) => Action['change'],
  ): ApprovableAct => ({
    lock: lockForApproval(() => may),
    carryOut: (tx, call, requested) =>
      performActionIn(tx, { ...call, name, params: { userName: requested.target } }, { may, change: change(call, requested) }),
  });
  /** Done by the requester. */
  const forRequester = (may: Policy): ApprovableAct => ({ lock: lockForApproval(() => may) });
  return {
    'Users.Enable': act(
      'Users.Enable',
      mayEnable,
      ({ now }) =>
        (tx, { user_id: userId }) =>
          disableUser(tx, userId, now),
    ),
    'Users.ResetAuthentication': act(
      'Users.ResetAuthentication',
      mayResetAuthentication,
      (call, { detail }) =>
        (tx, user) =>
          resetNow(context, tx, call, user, resetType(detail), forget),
    ),
    'Users.TakeOwnership': act(
      'Users.TakeOwnership',
      mayTakeOwnership,
      ({ person, now }) =>
        (tx, user) =>
          takeOwnership(tx, person, user, now),
    ),
    'Users.Impersonate': forRequester(mayImpersonate),
    'Users.Erase': forRequester(mayErase),
    'Users.Patch': forRequester((actor, target) => mayEditField(actor, target, 'email')),
  };
}

function resetType({ type }: RequestedAct['detail']): ResetType {
  const found = RESET_TYPES.find((known) => known === type);
  if (!found) throw problem('TargetChanged');
  return found;
}
