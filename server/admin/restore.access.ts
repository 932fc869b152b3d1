/**
 * Removes whatever gave access, or was about to, when the backup was made: it may have been used or revoked since. Users log in
 * anew, links and codes are sent anew, and approvals are requested anew.
 */
import type pg from 'pg';
import { quoteName } from './backup.tables.ts';

/** Tables that are emptied; rows that refer to a session go with it. */
export const ACCESS_TABLES = [
  ...['sessions', 'grants', 'links', 'remembered_browsers', 'passkey_challenges', 'oidc_tokens', 'oidc_logouts'],
  ...['sso_attempts', 'upstream_sessions'],
] as const;

const STATEMENTS = [
  ...ACCESS_TABLES.map((table) => `DELETE FROM ${quoteName(table)}`),
  'DELETE FROM mails WHERE sent_at IS NULL',
  // Codes that an administrator issued for one login; a user's own codes stay, like the authenticator.
  'DELETE FROM recovery_codes WHERE expires_at IS NOT NULL',
  // The links of a pending address are gone; its requester may not be allowed to change it any more.
  'UPDATE users SET pending_email = NULL, pending_email_by = NULL, pending_email_at = NULL WHERE pending_email IS NOT NULL',
  `UPDATE operations SET state = 'expired' WHERE state IN ('awaitingApproval', 'approved')`,
  `UPDATE operation_targets t SET outcome = 'skipped' FROM operations o
   WHERE o.operation_id = t.operation_id AND o.state IN ('running', 'paused') AND t.outcome IS NULL`,
  `UPDATE operations SET state = 'cancelled', finished_at = now() WHERE state IN ('running', 'paused')`,
  `UPDATE imports SET state = 'cancelled', finished_at = now() WHERE state IN ('reading', 'ready', 'running', 'paused')`,
];

export async function dropAccess(client: pg.ClientBase): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
}
