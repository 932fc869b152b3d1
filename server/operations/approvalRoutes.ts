/** Routes of the requests that wait for another administrator. */
import type { approvalsCalls } from '../../api/contract/approvals.calls.ts';
import type { UserSummary } from '../../api/contract/users.shapes.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { ApprovableActs } from '../operations/acts.ts';
import { presentRequest } from './presenter.ts';
import { countRequests, findOpenTargets, findRequest, findRequests, type RequestRow } from './repository.ts';
import { approvalsService } from './decisions.ts';

/** Provided by the users module. */
export interface BulkParts {
  readonly ask: Handlers<'Approvals.Bulk'>['Approvals.Bulk'];
  readonly summariesOf: (queries: Queries, userIds: readonly string[], now: Date) => Promise<UserSummary[]>;
  readonly onApproved: () => void;
}

const PEOPLE_PER_PAGE = 500;

export function approvalsRoutes(
  context: Context,
  acts: ApprovableActs,
  { ask, summariesOf, onApproved }: BulkParts,
): Handlers<keyof typeof approvalsCalls> {
  const { db } = context;
  const service = approvalsService(context, acts);
  const present = ({ person, now }: Pick<CallOf<'Approvals.Refuse'>, 'person' | 'now'>, row: RequestRow) => {
    const [presented] = presentRequest(row, person, now);
    if (!presented) throw problem('NotFound');
    return presented;
  };
  return {
    'Approvals.List': async ({ person, now }) =>
      (await findRequests(db, person, now)).flatMap((row) => presentRequest(row, person, now)),
    'Approvals.Count': async ({ person, now }) => ({ open: await countRequests(db, person, now) }),
    'Approvals.Bulk': ask,
    'Approvals.People': async ({ params, query, person, now }) => {
      const request = await findRequest(db, person, params.requestId);
      if (!request?.people) throw problem('NotFound');
      const window = { after: query.after ?? 0, limit: PEOPLE_PER_PAGE };
      const targets = await findOpenTargets(db, person, request.operation_id, window);
      const ids = targets.map(({ user_id: userId }) => userId);
      const next = targets.length < PEOPLE_PER_PAGE ? null : (targets.at(-1)?.place ?? null);
      const found = new Map((await summariesOf(db, ids, now)).map((user) => [user.userId, user]));
      return { people: ids.flatMap((userId) => found.get(userId) ?? []), next };
    },
    'Approvals.Approve': async (call) => {
      const approved = await service.approve(call);
      onApproved();
      return present(call, approved);
    },
    'Approvals.Refuse': async (call) => present(call, await service.refuse(call)),
    'Approvals.Withdraw': async (call) => present(call, await service.withdraw(call)),
  };
}
