/** What may be done to a person, each as: load with lock, authorise, change, audit. */
import type { Person } from '../../../api/contract/person.ts';
import type { Target } from '../../../api/contract/users.policy.ts';
import type { OperationName } from '../../../api/contract/index.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import type { UserDetail } from '../../../api/contract/users.shapes.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { appendAuditEvent } from '../../audit/audit.append.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { detail } from '../read/presenter.ts';
import { findDetail, lockPerson, newVersion } from './repository.ts';
import type { DetailRow } from '../read/rows.ts';
import { sql, type SqlBool } from 'kysely';

export const asTarget = (row: DetailRow): Target => ({
  userId: row.user_id,
  organisationId: row.organisation_id,
  house: row.house,
  roles: row.roles,
  enabled: row.enabled,
  registered: row.registered_at !== null,
  approved: row.approved,
});

export type ActionCall = Pick<CallOf<OperationName>, 'name' | 'person' | 'origin' | 'now'> & { params: { userName: string } };

export interface Action {
  /** The policy: a problem's code, or null for yes. */
  may: (actor: Person, target: Target) => ProblemCode | null;
  /** Changes the person, and says what of it the audit should tell; `undefined` when there was nothing to change. */
  change: (tx: Transaction, person: DetailRow) => Promise<Record<string, unknown> | undefined>;
}

/**
 * One administrative action on one person. Doing what is done already is no fault and no event: a repeated call after a lost
 * answer gives the same reply.
 * @throws NotFound for somebody unknown or out of scope
 */
export async function act(context: Context, call: ActionCall, { may, change }: Action): Promise<UserDetail> {
  return transaction(context.db, async (tx) => {
    const person = await lockPerson(tx, call.person, call.params.userName, call.now);
    const refused = person ? may(call.person, asTarget(person)) : 'NotFound';
    if (!person || refused) throw problem(refused ?? 'NotFound');
    const details = await change(tx, person);
    if (details) {
      await newVersion(tx, person.user_id);
      await appendAuditEvent(tx, call.origin, {
        action: call.name,
        target: person.user_name ?? person.email,
        targetUserId: person.user_id,
        organisationId: person.organisation_id,
        details,
      });
    }
    return detail((await findDetail(tx, sql<SqlBool>`u.user_id = ${person.user_id}`, call.now)) as DetailRow, call.now);
  });
}
