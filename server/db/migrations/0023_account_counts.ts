/**
 * Numbers of users by state, kept by the database in the transaction of each change, and an index of the audit's noteworthy events:
 * the overview costs the same however many users and events there are. A log-in changes none of these states, so log-ins at once do
 * not wait for each other. Also whether a user's log-in leads to the overview.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const STATE = 'organisation_id, enabled, registered, mfa_enrolled, has_passkey, mfa_required_override';
const stateOf = (row: 'OLD' | 'NEW') =>
  STATE.split(', ')
    .map((column) => `${row}.${column}`)
    .join(', ');
const ADD = `ON CONFLICT (${STATE}) DO UPDATE SET people = account_counts.people + EXCLUDED.people`;

const statements = [
  // Counting a million users and indexing millions of events takes some seconds each.
  `SET LOCAL statement_timeout = 0`,
  `CREATE TABLE account_counts (
     organisation_id uuid NOT NULL REFERENCES organisations ON DELETE CASCADE,
     enabled boolean NOT NULL,
     registered boolean NOT NULL,
     mfa_enrolled boolean NOT NULL,
     has_passkey boolean NOT NULL,
     mfa_required_override boolean,
     people integer NOT NULL
   )`,
  `CREATE UNIQUE INDEX account_counts_state ON account_counts (${STATE}) NULLS NOT DISTINCT`,
  // Rows are locked in one order, as those of headcounts.
  `CREATE FUNCTION count_accounts() RETURNS trigger LANGUAGE plpgsql AS $$
     DECLARE change integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
     BEGIN
       INSERT INTO account_counts (${STATE}, people)
         SELECT ${STATE}, change * count(*) FROM accounts GROUP BY ${STATE} ORDER BY ${STATE} ${ADD};
       RETURN NULL;
     END $$`,
  `CREATE FUNCTION count_changed_account() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     INSERT INTO account_counts (${STATE}, people)
       SELECT * FROM (VALUES (${stateOf('OLD')}, -1), (${stateOf('NEW')}, 1)) AS changed (${STATE}, people) ORDER BY ${STATE} ${ADD};
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER account_counts_come AFTER INSERT ON users
     REFERENCING NEW TABLE AS accounts FOR EACH STATEMENT EXECUTE FUNCTION count_accounts()`,
  `CREATE TRIGGER account_counts_go AFTER DELETE ON users
     REFERENCING OLD TABLE AS accounts FOR EACH STATEMENT EXECUTE FUNCTION count_accounts()`,
  `CREATE TRIGGER account_counts_change AFTER UPDATE ON users FOR EACH ROW
     WHEN ((${stateOf('OLD')}) IS DISTINCT FROM (${stateOf('NEW')})) EXECUTE FUNCTION count_changed_account()`,
  `INSERT INTO account_counts (${STATE}, people) SELECT ${STATE}, count(*) FROM users GROUP BY ${STATE}`,
  // Few of the events: what failed, what was refused, and the changes that are unusual in numbers.
  `CREATE INDEX audit_events_noteworthy ON audit_events (at, organisation_id)
     WHERE outcome <> 'success' OR action IN ('Users.ResetAuthentication', 'Users.Enable')`,
  `ALTER TABLE users ADD COLUMN opens_overview boolean NOT NULL DEFAULT false`,
];
