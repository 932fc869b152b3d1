/** Runs an administrative action on one user: load with lock, authorise, change, audit. */
import type { Person } from '../../api/contract/person.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import type { OperationName } from '../../api/contract/index.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { UserDetail } from '../../api/contract/users.shapes.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { asTarget } from '../db/target.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { transactionOnce } from '../http/idempotency.ts';
import { problem } from '../http/problem.ts';
import { requireApproved } from '../approvals/request.ts';
import { detail } from '../users/read/presenter.ts';
import { newVersion } from '../accounts/account.ts';
import { findDetailById, lockUser } from './repository.ts';
import type { DetailRow } from '../users/read/rows.ts';

type ActionCall = Pick<CallOf<OperationName>, 'name' | 'person' | 'origin' | 'now'> & {
  params: { userName: string };
  /** Details for the audit about another administrator's approval. */
  approval?: Readonly<Record<string, unknown>>;
};

export type KeyedActionCall = ActionCall & Pick<CallOf<OperationName>, 'idempotency'>;

export type AwaitingApproval = 'awaitingApproval';

export interface Action {
  /** The policy: a problem code, or null if allowed. */
  may: (actor: Person, target: Target) => ProblemCode | null;
  /**
   * Applies the change. @returns details for the audit; `undefined` if nothing changed; `awaitingApproval` if another system
   * administrator has to make the same call
   */
  change: (tx: Transaction, user: DetailRow) => Promise<Record<string, unknown> | AwaitingApproval | undefined>;
}

/**
 * Runs an action idempotently: a repeated call, such as after a lost response, gives the same reply and no second event.
 * @throws NotFound for a user unknown or out of scope; ApprovalNeeded
 */
export async function performAction(context: Context, call: KeyedActionCall, action: Action): Promise<UserDetail> {
  const changed = await transactionOnce(context.db, call, (tx) => performActionIn(tx, call, action));
  return requireApproved(changed === 'awaitingApproval' ? null : changed);
}

export async function performActionIn(
  tx: Transaction,
  call: ActionCall,
  { may, change }: Action,
): Promise<UserDetail | AwaitingApproval> {
  const user = await lockUser(tx, call.person, call.params.userName, call.now);
  const refused = user ? may(call.person, asTarget(user)) : 'NotFound';
  if (!user || refused) throw problem(refused ?? 'NotFound');
  const details = await change(tx, user);
  if (details === 'awaitingApproval') return details;
  if (details) await recordAction(tx, call, user, details);
  return detail((await findDetailById(tx, user.user_id, call.now)) as DetailRow, call.now);
}

/** @param details details of the event */
export async function recordAction(
  tx: Transaction,
  call: Pick<ActionCall, 'name' | 'origin' | 'approval'>,
  user: Pick<DetailRow, 'user_id' | 'user_name' | 'email' | 'organisation_id' | 'version'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await newVersion(tx, user.user_id, user.version);
  await appendAuditEvent(tx, call.origin, {
    action: call.name,
    target: user.user_name ?? user.email,
    targetUserId: user.user_id,
    organisationId: user.organisation_id,
    details: { ...details, ...call.approval },
  });
}
