/** The operator's commands on users, for use when no administrator can help: list administrators, make one, reset MFA. */
import { sql } from 'kysely';
import { SYSTEM_ADMINISTRATION } from '../../api/contract/person.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { nameKey } from '../db/names.ts';
import { roleSet } from '../db/roles.ts';
import { change, endCredentials } from '../accounts/account.ts';
import { operator } from '../accounts/author.ts';
import { requireMfaAnew } from '../accounts/credentials.ts';
import { unlock } from '../accounts/failures.ts';
import type { OpenedDatabase } from './withDatabase.ts';

/** A refused command; the message is shown to the operator. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused';
}

export async function listAdministrators(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_name', 'u.email', 'u.roles', 'u.enabled', 'u.registered', 'u.locked_until', 'u.mfa_enrolled', 'o.name'])
    .where(sql<boolean>`u.roles && '{SystemAdministration,SubscriberAdministration}'`)
    .orderBy(sql`NOT u.roles @> '{SystemAdministration}'`)
    .orderBy('u.user_name_key')
    .execute();
  return rows.map((row) => {
    const states = [
      row.enabled ? null : 'disabled',
      row.registered ? null : 'invited',
      row.locked_until && row.locked_until > now ? 'locked' : null,
      row.mfa_enrolled ? 'MFA on' : 'MFA off',
    ];
    return [row.user_name ?? row.email, row.email, row.roles.join('+'), row.name, states.filter(Boolean).join(', ')].join('\t');
  });
}

/** Makes a user a system administrator who can log in: enabled and unlocked. Idempotent. */
export async function makeAdministrator({ db, now, origin }: OpenedDatabase, userName: string): Promise<string> {
  return transaction(db, async (tx) => {
    const person = await lockUser(tx, userName);
    const locked = person.locked_until !== null && person.locked_until > now;
    const has = person.roles.includes(SYSTEM_ADMINISTRATION);
    const roles = roleSet([...person.roles, SYSTEM_ADMINISTRATION]);
    if (has && person.enabled && !locked) return `${person.user_name} is a system administrator already.`;
    await change(tx, operator(now), person, { roles, enabled: true });
    await unlock(tx, person.user_id, now);
    await appendAuditEvent(tx, origin, {
      action: 'Operator.MakeAdmin',
      target: person.user_name,
      targetUserId: person.user_id,
      organisationId: person.organisation_id,
      details: { granted: !has, enabled: !person.enabled, unlocked: locked },
    });
    return `${person.user_name} is a system administrator now.`;
  });
}

/** Removes a user's second factors, including passkeys: the user enrols again at the next login, and is notified by mail. */
export async function resetMfa({ db, now, origin }: OpenedDatabase, userName: string): Promise<string> {
  return transaction(db, async (tx) => {
    const person = await lockUser(tx, userName);
    if (!person.mfa_enrolled) return `${person.user_name} has no MFA to reset.`;
    await endCredentials(tx, operator(now), 'resetOfFactors', person);
    await requireMfaAnew(tx, person.user_id);
    await appendAuditEvent(tx, origin, {
      action: 'Operator.ResetMfa',
      target: person.user_name,
      targetUserId: person.user_id,
      organisationId: person.organisation_id,
    });
    return `${person.user_name} will set up MFA anew at the next sign-in.`;
  });
}

async function lockUser(tx: Transaction, userName: string) {
  const person = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.locale', 'u.roles', 'u.enabled', 'u.locked_until', 'u.organisation_id'])
    .select(['u.registered_at', 'u.mfa_enrolled', 'o.house'])
    .where('u.user_name_key', '=', nameKey(userName))
    .forUpdate('u')
    .executeTakeFirst();
  if (!person) throw new CommandRefused(`There is no user ${userName}.`);
  if (person.user_name === null) throw new CommandRefused(`${userName} has not accepted the invitation yet.`);
  return { ...person, user_name: person.user_name };
}
