/** Acts on users that another administrator has approved. */
import type { ApprovableAction } from '../../../api/contract/approvals.shapes.ts';
import type { Person } from '../../../api/contract/person.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import { editableFields, mayErase, mayImpersonate, type Target } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import { problem } from '../../http/problem.ts';
import type { RepeatedAct, ApprovableActs, RequestedAct } from '../../approvals/acts.ts';
import { approvedCreation } from './create.ts';
import { changeDetails, mayPatch } from './edit.ts';
import { approvedAction, lockForApproval } from '../../actions/approved.ts';
import { performActionIn } from '../../actions/perform.ts';
import { resetting, userServerActions } from './actions.ts';
import type { ResetType } from './reset.ts';

type Policy = (actor: Person, target: Target) => ProblemCode | null;

const RESET_TYPES: readonly ResetType[] = ['Password', 'Mfa', 'Passkeys', 'All'];

type Names = Exclude<Extract<ApprovableAction, `Users.${string}`>, 'Users.Create'>;

export function approvedUserActs(context: Context): ApprovableActs<Names | 'Users.Create'> {
  const actions = userServerActions(context);
  /** The requester repeats the act. */
  const forRequester = (may: Policy): RepeatedAct => ({ lock: lockForApproval(() => may) });
  return {
    ...approvedCreation(context),
    'Users.Enable': approvedAction('Users.Enable', ({ enabled = false }) => {
      const name = enabled ? 'enable' : 'disable';
      return { name, action: actions[name] };
    }),
    'Users.ResetAuthentication': approvedAction('Users.ResetAuthentication', (detail) => ({
      name: 'resetMfa',
      action: resetting(context, resetType(detail)),
    })),
    'Users.TakeOwnership': approvedAction('Users.TakeOwnership', () => ({
      name: 'takeOwnership',
      action: actions.takeOwnership,
    })),
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

function changesOf(detail: RequestedAct['detail']) {
  return Object.fromEntries(
    editableFields.map((field) => [field, detail[field]]).filter(([, value]) => value !== undefined),
  ) as Omit<Parameters<typeof changeDetails>[4], 'version'>;
}

function resetType({ type }: RequestedAct['detail']): ResetType {
  const found = RESET_TYPES.find((known) => known === type);
  if (!found) throw problem('TargetChanged');
  return found;
}
