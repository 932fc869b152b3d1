/** The people of requests about many, and whom an administrator has disabled or reset alone where two pairs of eyes are required. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE approval_targets (
    -- it gets a new id when it is asked for again
    request_id uuid NOT NULL REFERENCES approval_requests ON DELETE CASCADE ON UPDATE CASCADE,
    -- without a foreign key, as in approval_requests
    user_id uuid NOT NULL,
    -- from 1, in the order in which they are shown
    place integer NOT NULL,
    -- what the account was when it was asked for, as far as it matters
    target_state text NOT NULL,
    done_at timestamptz,
    PRIMARY KEY (request_id, user_id)
  )`,
  `CREATE INDEX approval_targets_open ON approval_targets (request_id) WHERE done_at IS NULL`,
  `CREATE INDEX approval_targets_user ON approval_targets (user_id)`,
  // Without foreign keys: a lock on the administrator's row would wait for the acts of others on them.
  `CREATE TABLE four_eyes_acts (
    actor_id uuid NOT NULL,
    user_id uuid NOT NULL,
    acted_at timestamptz NOT NULL,
    PRIMARY KEY (actor_id, user_id)
  )`,
];
