/** Routes of the requests that wait for another administrator. */
import type { approvalsCalls } from '../../api/contract/approvals.ts';
import type { Context } from '../context.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { ApprovableActs } from './acts.ts';
import { ruleFor } from './fourEyes.ts';
import { presentRequest } from './presenter.ts';
import { countRequests, findRequests, type RequestRow } from './repository.ts';
import { approvalsService } from './decisions.ts';

export function approvalsRoutes(
  context: Context,
  acts: ApprovableActs,
  onApproved: () => void,
): Handlers<keyof typeof approvalsCalls> {
  const { db, config } = context;
  const service = approvalsService(context, acts);
  const present = ({ person, now }: Pick<CallOf<'Approvals.Refuse'>, 'person' | 'now'>, row: RequestRow) => {
    const presented = presentRequest(row, person, now);
    if (!presented) throw problem('NotFound');
    return presented;
  };
  return {
    'Approvals.List': async ({ person, now }) =>
      (await findRequests(db, person, now))
        .map((row) => presentRequest(row, person, now))
        .filter((request) => request !== undefined),
    'Approvals.Count': async ({ person, now }) => ({
      ...(await countRequests(db, person, now)),
      rule: await ruleFor(config, db, person),
    }),
    'Approvals.Approve': async (call) => {
      const approved = await service.approve(call);
      onApproved();
      return present(call, approved);
    },
    'Approvals.Refuse': async (call) => present(call, await service.refuse(call)),
    'Approvals.Withdraw': async (call) => present(call, await service.withdraw(call)),
  };
}
