/** The first door of an action: one call on one user, by a person or a key. */
import type { ActionArgs } from '../../api/contract/actions.entry.ts';
import { actionOf, type UserActionName, type userActions } from '../../api/contract/actions.ts';
import type { UserDetail } from '../../api/contract/users.shapes.ts';
import type { ActDetail, AskingCall } from '../approvals/acts.ts';
import { approveOrRequest } from '../approvals/request.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import { actOn, resolveArgs, subjectOf, type ServerAction } from './action.ts';
import { performAction, type KeyedActionCall } from './perform.ts';

interface Options {
  readonly args?: ActionArgs;
  /** Everything that the call sends, as the approver sees it; absent: the action has no effects of which another person decides. */
  readonly detail?: ActDetail;
}

/** @throws NotFound for a user unknown or out of scope; what the policy says; ApprovalNeeded */
export function doAtOnce(
  context: Context,
  call: KeyedActionCall & Pick<AskingCall, 'session'> & { readonly query?: unknown },
  name: UserActionName,
  action: ServerAction,
  { args = {}, detail }: Options = {},
): Promise<UserDetail> {
  const { may, whyIdle } = actionOf(name);
  return performAction(context, call, {
    may: (actor, target) => may(actor, target, args),
    change: async (tx, user) => {
      if (!action.evenIfIdle && whyIdle?.(subjectOf(user, call.now), args, call.person)) return undefined;
      const resolved = await resolveArgs(tx, action, args);
      // An action with a detail has a call that may be approved, and so takes a reason.
      const asked = { ...call, name: call.name, query: call.query } as AskingCall;
      const approval = detail
        ? await approveOrRequest(context, tx, asked, { ...actOn(name, action, user, resolved), detail })
        : {};
      if (!approval) return 'awaitingApproval';
      const changed = await action.change(tx, { ...call, approval }, user, resolved);
      return changed && { ...changed, ...approval };
    },
  });
}

type CallNameOf<Name extends UserActionName> = (typeof userActions)[Name]['call'];

/** Routes of actions that are all that their call does; each call names its user and replies with the user's detail. */
export const routesAtOnce = <Name extends UserActionName>(context: Context, actions: Readonly<Record<Name, ServerAction>>) =>
  Object.fromEntries(
    (Object.entries(actions) as [Name, ServerAction][]).map(([name, action]) => [
      actionOf(name).call,
      (call: Parameters<typeof doAtOnce>[1]) => doAtOnce(context, call, name, action),
    ]),
  ) as unknown as Handlers<CallNameOf<Name>>;
