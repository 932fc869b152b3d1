/** An operation on many users that another administrator is asked to approve. */
import type { Person } from '../../api/contract/person.ts';
import { asTarget } from '../db/target.ts';
import { asApprovalTarget, type ApprovableActs } from '../approvals/acts.ts';
import { prepareBulkAction, selectTargetUsers, type BulkActions } from './bulkActions.ts';

/**
 * Judges the users whose accounts are unchanged; the operation fails for the others. Nothing is locked here: the runner locks user by
 * user. Name and state are empty, because an operation on many users has neither; each user's state is compared here.
 */
export const approvedOperation = (bulkActions: BulkActions): ApprovableActs<'Operations.Start'> => ({
  'Operations.Start': {
    isForRunner: true,
    async lock(tx, _targetId, detail, now, operationId) {
      const rows = await selectTargetUsers(tx, now)
        .innerJoin('operation_targets as t', 't.user_id', 'u.user_id')
        .select('t.target_state')
        .where('t.operation_id', '=', operationId)
        .execute();
      const users = rows.filter((row) => row.target_state === asApprovalTarget(row).state);
      const { may } = await prepareBulkAction(tx, bulkActions, detail);
      const firstRefusal = (person: Person) =>
        users.map((user) => may(person, asTarget(user))).find((refused) => refused !== null) ?? null;
      return users.length === 0 ? undefined : { name: '', state: '', may: firstRefusal };
    },
  },
});
