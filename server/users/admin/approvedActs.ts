/** Acts on users that another administrator has approved. */
import type { ApprovableAction } from '../../../api/contract/approvals.ts';
import type { Person } from '../../../api/contract/person.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import {
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
import {
  asApprovalTarget,
  type ApprovableAct,
  type ApprovableActs,
  type ApprovedCall,
  type RequestedAct,
} from '../../approvals/acts.ts';
import { approvedCreation } from './create.ts';
import { setEnabled } from '../../accounts/enable.ts';
import { administrator } from '../../accounts/author.ts';
import { changeDetails, mayPatch } from './edit.ts';
import { takeOwnership } from './ownership.ts';
import { findDetailById } from './repository.ts';
import { resetNow, type ResetType } from './reset.ts';
import { performActionIn, type Action } from './service.ts';

type Policy = (actor: Person, target: Target) => ProblemCode | null;

const RESET_TYPES: readonly ResetType[] = ['Password', 'Mfa', 'Passkeys', 'All'];

/** Locks the user of a call about one user. */
export const lockForApproval =
  (policyOf: (detail: RequestedAct['detail']) => Policy): ApprovableAct['lock'] =>
  async (tx: Transaction, userId, detail, now) => {
    await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute();
    const user = await findDetailById(tx, userId, now);
    if (!user) return undefined;
    const { name, state } = asApprovalTarget(user);
    return { name, state, may: (person) => policyOf(detail)(person, asTarget(user)) };
  };

type Names = Exclude<Extract<ApprovableAction, `Users.${string}`>, 'Users.Create'>;

export function approvedUserActs(context: Context): ApprovableActs<Names | 'Users.Create'> {
  const act = (
    name: Names,
    may: Policy,
    change: (call: ApprovedCall, requested: RequestedAct) => Action['change'],
  ): ApprovableAct => ({
    lock: lockForApproval(() => may),
    carryOut: (tx, call, requested) =>
      performActionIn(tx, { ...call, name, params: { userName: requested.target } }, { may, change: change(call, requested) }),
  });
  /** The requester repeats the act. */
  const forRequester = (may: Policy): ApprovableAct => ({ lock: lockForApproval(() => may) });
  return {
    ...approvedCreation(context),
    'Users.Enable': act(
      'Users.Enable',
      mayEnable,
      (call, { detail: { enabled = false } }) =>
        (tx, user) =>
          setEnabled(tx, administrator(call), user, enabled),
    ),
    'Users.ResetAuthentication': act(
      'Users.ResetAuthentication',
      mayResetAuthentication,
      (call, { detail }) =>
        (tx, user) =>
          resetNow(context, tx, call, user, resetType(detail)),
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
    'Users.Patch': {
      lock: lockForApproval((detail) => mayPatch(changesOf(detail))),
      carryOut: (tx, call, { target, detail }) =>
        performActionIn(
          tx,
          { ...call, name: 'Users.Patch', params: { userName: target } },
          {
            may: mayPatch(changesOf(detail)),
            change: (_tx, user) => changeDetails(context, tx, call, user, changesOf(detail)),
          },
        ),
    },
  };
}

function changesOf({ firstName, lastName, title, email, organisationPublicId }: RequestedAct['detail']) {
  return Object.fromEntries(
    Object.entries({ firstName, lastName, title, email, organisationPublicId }).filter(([, value]) => value !== undefined),
  ) as Omit<Parameters<typeof changeDetails>[4], 'version'>;
}

function resetType({ type }: RequestedAct['detail']): ResetType {
  const found = RESET_TYPES.find((known) => known === type);
  if (!found) throw problem('TargetChanged');
  return found;
}
