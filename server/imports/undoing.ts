/** Begins to take an import back, which may need another administrator: it ends the accounts of many. */
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Act, ApprovableActs, Approval, ApprovedCall } from '../approvals/acts.ts';
import { approveOrRequest } from '../approvals/request.ts';
import type { Config } from '../config/config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { beginUndo } from './undo.ts';

const ACTION = 'Imports.Undo';

interface Undoable {
  readonly importId: string;
  readonly fileName: string;
  readonly source: string;
  readonly state: string;
}

/** @returns false if another administrator is asked first: nothing has been changed then, and the transaction has to commit. @throws NotFound, Conflict */
export async function undoImport(
  { config }: { readonly config: Config },
  tx: Transaction,
  call: CallOf<typeof ACTION>,
): Promise<boolean> {
  const undoable = await lockUndoable(tx, call.params.importId);
  if (!undoable) throw problem('NotFound');
  const approval = await approveOrRequest({ config }, tx, call, await actOf(config, tx, call.person, undoable));
  if (approval && !(await begin(tx, { ...call, approval }, undoable))) throw problem('Conflict');
  return approval !== null;
}

async function begin(
  tx: Transaction,
  { person, origin, now, approval }: Pick<ApprovedCall, 'person' | 'origin' | 'now'> & { readonly approval: Approval },
  { importId, fileName, source }: Undoable,
): Promise<boolean> {
  if (!(await beginUndo(tx, importId, { now, requestedBy: person.userId }))) return false;
  const details = { import: importId, source, ...approval };
  await appendAuditEvent(tx, origin, { action: ACTION, target: fileName, details });
  return true;
}

async function lockUndoable(tx: Transaction, importId: string): Promise<Undoable | undefined> {
  return tx
    .selectFrom('imports')
    .select(['import_id as importId', 'file_name as fileName', 'source', 'state'])
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirst();
}

/** One more than may be removed alone is enough to know. */
async function actOf({ FOUR_EYES_BULK: most }: Config, tx: Transaction, person: Person, undoable: Undoable): Promise<Act> {
  const users = await selectUsers(tx, undoable.importId)
    .limit(most + 1)
    .execute();
  const strict = await selectUsers(tx, undoable.importId).where('o.four_eyes', '=', true).limit(1).executeTakeFirst();
  return {
    target: {
      id: undoable.importId,
      userId: null,
      name: undoable.fileName,
      // Of several organisations the one that requires two pairs of eyes decides.
      organisationId: strict?.organisation_id ?? person.organisationId,
      state: undoable.state,
      systemOnly: true,
    },
    effects: ['erases'],
    userIds: users.map(({ user_id: userId }) => userId),
    detail: {},
  };
}

const selectUsers = (queries: Queries, importId: string) =>
  queries
    .selectFrom('import_rows as r')
    .innerJoin('users as u', 'u.user_id', 'r.user_id')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.organisation_id'])
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'created');

const mayUndo = (person: Person): ProblemCode | null => (isSystemAdmin(person) ? null : 'Forbidden');

export const approvedUndo: ApprovableActs<typeof ACTION> = {
  [ACTION]: {
    lock: async (tx, importId) => {
      const undoable = await lockUndoable(tx, importId);
      return undoable && { name: undoable.fileName, state: undoable.state, may: mayUndo };
    },
    carryOut: async (tx, call, { targetId }) => {
      const undoable = await lockUndoable(tx, targetId);
      if (undoable) await begin(tx, call, undoable);
    },
  },
};
