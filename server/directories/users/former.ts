/** Users who have left their directory give up user name and address to whoever has them next. They keep id, login name and history. */
import { sql } from 'kysely';
import { appendAuditEvents, type AuditOrigin } from '../../audit/append.ts';
import { FORMER_EMAIL, giveUpEmails } from '../../accounts/email.ts';
import type { Transaction } from '../../db/database.ts';

/** Each user gets an event with the former values. @param userIds users whom the directory has deleted */
export async function giveUpNames(
  tx: Transaction,
  userIds: readonly string[],
  origin: AuditOrigin,
  action: string,
): Promise<void> {
  if (userIds.length === 0) return;
  const chosen = sql`user_id = ANY (${userIds}::uuid[])`;
  await sql`SELECT FROM users WHERE ${chosen} ORDER BY user_id FOR UPDATE`.execute(tx);
  await appendAuditEvents(
    tx,
    origin,
    action,
    sql`SELECT u.user_name AS target, u.user_id AS target_user_id, u.organisation_id,
               jsonb_build_object('fields', jsonb_build_object(
                 'userName', jsonb_build_object('from', s.user_name, 'to', null),
                 'email', jsonb_build_object('from', u.email, 'to', ${FORMER_EMAIL}))) AS details
          FROM users u JOIN scim_users s USING (user_id) WHERE ${chosen}`,
  );
  await giveUpEmails(tx, userIds);
  await sql`UPDATE scim_users SET user_name = 'former:' || user_id, version = version + 1 WHERE ${chosen}`.execute(tx);
}
