/** Requests that wait for another administrator, with what became of them; organisations whose administrators need two. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE organisations ADD COLUMN four_eyes boolean NOT NULL DEFAULT false`,
  // Not columns of approvals: to the version before, every row there is an open request, a refused one too.
  `CREATE TABLE approval_requests (
    request_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- name of the call
    action text NOT NULL,
    -- without foreign keys, as in approvals; the user or the organisation it is about
    target_id uuid NOT NULL,
    organisation_id uuid NOT NULL,
    -- as shown
    target text NOT NULL,
    -- what exactly: both people agree in it
    detail jsonb NOT NULL,
    -- what the target was when it was asked for, as far as it matters
    target_state text NOT NULL,
    reason text NOT NULL,
    -- whether only system administrators may decide
    system_only boolean NOT NULL,
    requested_by uuid NOT NULL,
    requested_at timestamptz NOT NULL,
    -- of an approved one: until when the requester may use it
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'approved', 'done', 'refused', 'withdrawn', 'expired')),
    decided_by uuid,
    decided_at timestamptz
  )`,
  `CREATE UNIQUE INDEX approval_requests_open ON approval_requests (action, target_id, requested_by) WHERE state = 'open'`,
  `CREATE INDEX approval_requests_requester ON approval_requests (requested_by, requested_at)`,
  `INSERT INTO approval_requests (action, target_id, organisation_id, target, detail, target_state, reason, system_only, requested_by,
                                  requested_at, expires_at)
   SELECT a.action, a.target_user_id, u.organisation_id, coalesce(u.user_name, u.email),
          CASE a.action WHEN 'Users.Patch' THEN jsonb_build_object('email', a.detail)
                        WHEN 'Users.ResetAuthentication' THEN jsonb_build_object('type', a.detail) ELSE '{}' END,
          '', '', true, a.requested_by, a.requested_at, a.requested_at + interval '24 hours'
     FROM approvals a JOIN users u ON u.user_id = a.target_user_id`,
];
