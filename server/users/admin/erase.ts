/**
 * Erases a user: deletes the account with all dependent data, support tickets and mails, and puts a pseudonym in its place in the
 * history of others. The account has to be disabled first, which can be undone; erasure can't.
 */
import { randomBytes } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { mayErase } from '../../../api/contract/users.policy.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { asTarget } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { administrator } from '../../accounts/author.ts';
import { erase } from '../../accounts/erase.ts';
import { forgetInReplies } from '../../http/idempotency.ts';
import { problem } from '../../http/problem.ts';
import { userActed } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import type { DetailRow } from '../read/rows.ts';
import { lockUser } from '../../actions/repository.ts';

interface Erasing {
  readonly userId: string;
  readonly userName: string;
  readonly emails: readonly string[];
  /** The user name, the addresses, and the full name with and without the placeholder of a missing one. */
  readonly names: readonly string[];
  /** Whether a text that administrators have typed names the user. */
  readonly isNamedIn: (text: string) => boolean;
  readonly pseudonym: string;
}

/** Erases the user in the audit; the audit module provides it. @returns the number of changed events */
type ErasePerson = (tx: Transaction, person: Erasing, now: Date) => Promise<number>;
/** Erases the user in saved views and reports; their modules provide it. */
type ForgetInSaved = (tx: Transaction, person: Erasing) => Promise<void>;

/** What other modules do at an erasure, in its transaction. */
export interface ErasureDependencies {
  readonly erasePerson: ErasePerson;
  readonly forgetInViews: ForgetInSaved;
  readonly forgetInReports: ForgetInSaved;
  /** Renews the overview's findings from the present events. */
  readonly renewFindings: (tx: Transaction, now: Date) => Promise<void>;
}

/** @throws NotFound, OwnAccount, StillEnabled, ApprovalNeeded */
export async function eraseUser(
  { owner, config }: Pick<Context, 'owner' | 'config'>,
  call: CallOf<'Users.Erase'>,
  { erasePerson, forgetInViews, forgetInReports, renewFindings }: ErasureDependencies,
): Promise<{ pseudonym: string }> {
  const { person, params, now } = call;
  const pseudonym = `erased-${randomBytes(6).toString('hex')}`;
  const erased = await transaction(owner.db, async (tx) => {
    const user = await lockUser(tx, person, params.userName, now);
    const refused = user ? mayErase(person, asTarget(user)) : 'NotFound';
    if (!user || refused) throw problem(refused ?? 'NotFound');
    if (user.enabled && user.registered_at !== null) throw problem('StillEnabled');
    const approval = await approveOrRequest({ config }, tx, call, { ...userActed(user), effects: ['erases'], detail: {} });
    if (!approval) return null;
    const userName = user.user_name ?? user.email;
    const emails = await addressesOf(tx, user);
    const names = [userName, ...emails, `${user.first_name} ${user.last_name}`];
    const erasing = {
      userId: user.user_id,
      userName,
      emails,
      names: [...names, user.display_name],
      isNamedIn: finderOf(names, user.display_name),
      pseudonym,
    };
    await removeTraces(tx, erasing);
    await forgetInViews(tx, erasing);
    await forgetInReplies(tx, erasing);
    await forgetInReports(tx, erasing);
    await erase(tx, administrator(call), user, pseudonym);
    const events = await erasePerson(tx, erasing, now);
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      target: pseudonym,
      targetUserId: user.user_id,
      organisationId: user.organisation_id,
      details: { events, ...approval },
    });
    await renewFindings(tx, now);
    return { pseudonym };
  });
  return requireApproved(erased);
}

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}'’.-]+/u;

/** Without a placeholder a full name may be one short word, such as "Al", which is a part of many others: it is compared by words. */
function finderOf(names: readonly string[], displayName: string): (text: string) => boolean {
  const wordsOf = (text: string) => ` ${text.toLowerCase().split(BETWEEN_WORDS).join(' ')} `;
  return (text) =>
    names.some((name) => text.toLowerCase().includes(name.toLowerCase())) || wordsOf(text).includes(wordsOf(displayName));
}

/** The present address, a pending one, and those in the audit. */
async function addressesOf(tx: Transaction, { user_id: userId, email, pending_email: pending }: DetailRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit_events')
    .select(sql<string | null>`details #>> '{fields,email,from}'`.as('from'))
    .select(sql<string | null>`details #>> '{fields,email,to}'`.as('to'))
    .where('target_user_id', '=', userId)
    .where(sql<SqlBool>`details #> '{fields,email}' IS NOT NULL`)
    .execute();
  const found = [email, pending, ...rows.flatMap(({ from, to }) => [from, to])];
  return [...new Set(found.filter((address) => address !== null))];
}

/** Deletes what is not deleted with the user's row. */
async function removeTraces(tx: Transaction, { userId, userName, emails, pseudonym }: Erasing): Promise<void> {
  const keys = emails.map((email) => email.toLowerCase());
  await tx
    .deleteFrom('tickets')
    .where(sql<SqlBool>`user_id = ${userId} OR lower(fields ->> 'Email') = ANY (${keys})`)
    .execute();
  await tx
    .deleteFrom('mails')
    .where(sql<SqlBool>`lower(recipient) = ANY (${keys}) OR lower(data #>> '{fields,Email}') = ANY (${keys})`)
    .execute();
  await tx
    .deleteFrom('import_rows')
    .where(sql<SqlBool>`user_id = ${userId} OR lower(person ->> 'email') = ANY (${keys})`)
    .execute();
  await tx
    .deleteFrom('operations')
    .where(sql<SqlBool>`target_id = ${userId} OR requested_by = ${userId}`)
    .execute();
  await tx.deleteFrom('operation_targets').where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('four_eyes_acts')
    .where(sql<SqlBool>`user_id = ${userId} OR actor_id = ${userId}`)
    .execute();
  await tx.updateTable('sync_runs').set({ by: pseudonym }).where('by', '=', userName).execute();
}
