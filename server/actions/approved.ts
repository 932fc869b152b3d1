/** The second door of an action: another administrator has approved it. */
import { actionOf, type UserActionName } from '../../api/contract/actions.ts';
import type { ApprovableAction } from '../../api/contract/approvals.shapes.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import { asApprovalTarget, type ActDetail, type CarriedOutAct } from '../approvals/acts.ts';
import { asTarget } from '../db/target.ts';
import { resolveArgs, type ServerAction } from './action.ts';
import { performActionIn } from './perform.ts';
import { findDetailById } from './repository.ts';

type Policy = (actor: Person, target: Target) => ProblemCode | null;

/** Locks the user of a call about one user. */
export const lockForApproval =
  (policyOf: (detail: ActDetail) => Policy): CarriedOutAct['lock'] =>
  async (tx, userId, detail, now) => {
    await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
    const user = await findDetailById(tx, userId, now);
    if (!user) return undefined;
    const { name, state } = asApprovalTarget(user);
    return { name, state, may: (person) => policyOf(detail)(person, asTarget(user)) };
  };

/** @param actionFor gives the action that the request's detail means */
export function approvedAction(
  name: ApprovableAction,
  actionFor: (detail: ActDetail) => { readonly name: UserActionName; readonly action: ServerAction },
): CarriedOutAct {
  const mayFor =
    (detail: ActDetail): Policy =>
    (actor, target) =>
      actionOf(actionFor(detail).name).may(actor, target, detail);
  return {
    lock: lockForApproval(mayFor),
    carryOut: (tx, call, { target, detail }) =>
      performActionIn(
        tx,
        { ...call, name, params: { userName: target } },
        {
          may: mayFor(detail),
          change: async (_tx, user) => {
            const { action } = actionFor(detail);
            return action.change(tx, call, user, await resolveArgs(tx, action, detail));
          },
        },
      ),
  };
}
