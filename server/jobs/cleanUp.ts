/** Deletes expired rows. */
import { sql } from 'kysely';
import { auditKeysOf } from '../audit/chain.ts';
import { dropOldEvents } from '../audit/retention.ts';
import { deleteOldSignIns } from '../applications/use.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { forgetOldActs } from '../approvals/fourEyesCount.ts';
import { deleteOldImports } from '../imports/undo.ts';
import { deleteOldKeys } from '../http/idempotency.ts';
import { expireRequests } from '../approvals/expiry.ts';
import { deleteOldSponsorships } from '../approvals/sponsors.ts';
import { deleteEndedSessions } from '../accounts/sessions.ts';

/** Yesterday is compared with the 30 days before it. */
const COMPARED_DAYS = 32;

type CleanedContext = Pick<Context, 'db' | 'owner' | 'clock' | 'keyring'> & {
  readonly config: Pick<Context['config'], 'TICKET_RETENTION_DAYS' | 'AUDIT_RETENTION_DAYS'>;
};

/**
 * Deletes expired sessions, requests for approval, idempotency keys, links, grants, passkey challenges, logins at identity
 * providers, remembered browsers, counters, days of reading, sent mails, exports and rows of imports; tickets and events after their retention.
 */
export async function cleanUp({ db, owner, clock, config, keyring }: CleanedContext): Promise<void> {
  const now = clock.now();
  await deleteEndedSessions(db, now);
  await expireRequests(db, now);
  await forgetOldActs(db, now);
  await deleteOldSponsorships(db, now);
  await deleteOldKeys(db, now);
  await deleteOldImports(db, now);
  await db.deleteFrom('grants').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('links')
    .where('expires_at', '<', addMs(now, -30 * DAY))
    .execute();
  await db.deleteFrom('remembered_browsers').where('expires_at', '<', now).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db.deleteFrom('sso_attempts').where('expires_at', '<', now).execute();
  await db.deleteFrom('sso_seen').where('expires_at', '<', now).execute();
  await db.deleteFrom('oidc_tokens').where('expires_at', '<', now).execute();
  await deleteOldSignIns(db, now);
  await db.deleteFrom('throttles').where('resets_at', '<', now).execute();
  await db
    .deleteFrom('personal_data_reads')
    .where(
      'day',
      '<',
      addMs(now, -COMPARED_DAYS * DAY)
        .toISOString()
        .slice(0, 10),
    )
    .execute();
  await db
    .deleteFrom('mails')
    .where('sent_at', '<', addMs(now, -30 * DAY))
    .execute();
  await db
    .deleteFrom('known_browsers')
    .where('first_seen_at', '<', addMs(now, -365 * DAY))
    .execute();
  await db
    .deleteFrom('lost_roles')
    .where('lost_at', '<', addMs(now, -7 * DAY))
    .execute();
  await db
    .deleteFrom('audit_exports')
    .where('at', '<', addMs(now, -Math.min(365, config.AUDIT_RETENTION_DAYS || 365) * DAY))
    .execute();
  // They are kept for a year, because counters of existing accounts never expire: a shorter time would reveal which names are
  // unknown.
  await db
    .deleteFrom('unknown_sign_ins')
    .where('last_failed_at', '<', addMs(now, -365 * DAY))
    .execute();
  // The address of this mail is the last known data of an erased user.
  await db.deleteFrom('mails').where('template', '=', 'accountErased').where('sent_at', 'is not', null).execute();
  await db.deleteFrom('processes').where('seen_at', '<', addMs(now, -DAY)).execute();
  if (config.TICKET_RETENTION_DAYS > 0) await deleteOldTickets(db, addMs(now, -config.TICKET_RETENTION_DAYS * DAY));
  if (config.AUDIT_RETENTION_DAYS > 0)
    await dropOldEvents(owner.db, addMs(now, -config.AUDIT_RETENTION_DAYS * DAY), now, auditKeysOf(keyring, owner.db));
}

/** Retention counts from the last entry of a ticket: one that is being answered stays. */
const deleteOldTickets = (db: Queries, before: Date) =>
  sql`DELETE FROM tickets t WHERE t.created_at < ${before}
    AND NOT EXISTS (SELECT FROM ticket_entries e WHERE e.ticket_id = t.ticket_id AND e.at >= ${before})`.execute(db);
