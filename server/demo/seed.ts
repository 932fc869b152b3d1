/** Fills an empty, migrated database with the demo's data: the same users every time, with dates relative to now. */
import { sql } from 'kysely';
import { DAY } from '../clock.ts';
import type { Db, Transaction } from '../db/database.ts';
import { passwordHasher } from '../password/passwordHasher.ts';
import { accounts, DEMO_PASSWORD, MIN_USERS } from './accounts.ts';
import { insertRows, withoutIndexes } from './bulk.ts';
import { eventColumns, linkColumns, organisationColumns, sessionColumns, userColumns } from './columns.ts';
import type { DemoEvent } from './event.ts';
import { demoEvents } from './events.ts';
import { identityOf } from './identity.ts';
import { organisationAt, organisationRows } from './organisations.ts';
import { type Directory, userRow, sessionRow } from './userRows.ts';
import { hashBytes, uuid } from './random.ts';
import { seedTickets } from './tickets.ts';

type EncryptKey = (userId: string, key: string) => string;

export interface SeedOptions {
  /** Number of users including the known accounts; at least {@link MIN_USERS}. */
  readonly users: number;
  readonly now: Date;
  /** Encrypts an authenticator's key. */
  readonly encrypt?: EncryptKey;
  readonly log?: (line: string) => void;
}

const BATCH_ROWS = 5_000;
/** From this number of users on, indexes are built after the load, which is faster. */
const INDEX_AFTER_USERS = 2_000;
/** From this number of users on, progress is logged. */
const LOG_PROGRESS_USERS = 20_000;
/** Only so many users get recovery codes; the rest would only cost time. */
const USERS_WITH_CODES = 20_000;
const SALT = 900;

/** One transaction. All users share {@link DEMO_PASSWORD}, hashed once. */
export async function seedDemo(
  db: Db,
  { users, now, encrypt = (_userId, key) => key, log = () => undefined }: SeedOptions,
): Promise<void> {
  if (users < MIN_USERS) throw new RangeError(`A demo directory has at least ${String(MIN_USERS)} people`);
  const directory: Directory = { users, now };
  const passwordHash = await passwordHasher({ parallel: 1, maxWaitMs: 0 }).hash(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    const load = async (): Promise<void> => {
      await insertRows(tx, 'organisations', organisationColumns, organisationRows(now));
      await seedUsers(tx, directory, { passwordHash, encrypt }, log);
      await seedInvitations(tx, now);
      await seedEvents(tx, directory, log);
      await seedTickets(tx, directory);
    };
    await (users < INDEX_AFTER_USERS ? load() : withoutIndexes(tx, ['users', 'audit_events', 'sessions'], load));
    await seedRecoveryCodes(tx);
  });
  await vacuum(db);
}

async function seedUsers(
  tx: Transaction,
  directory: Directory,
  { passwordHash, encrypt }: { passwordHash: string; encrypt: EncryptKey },
  log: (line: string) => void,
): Promise<void> {
  let written = Promise.resolve();
  for (let from = 0; from < directory.users; from += BATCH_ROWS) {
    const indexes = Array.from({ length: Math.min(BATCH_ROWS, directory.users - from) }, (_, offset) => from + offset);
    const userRows = indexes.map((index) => {
      const row = userRow(index, directory, passwordHash);
      return row.mfa_secret == null ? row : { ...row, mfa_secret: encrypt(row.user_id, row.mfa_secret) };
    });
    const sessions = indexes.flatMap((index) => sessionRow(index, directory) ?? []);
    await written;
    written = insertRows(tx, 'users', userColumns, userRows).then(() => insertRows(tx, 'sessions', sessionColumns, sessions));
    if (directory.users >= LOG_PROGRESS_USERS) log(`${String(from + indexes.length)} of ${String(directory.users)} people`);
  }
  await written;
}

/** The links of the open invitations; their tokens are unknown, resending creates new ones. */
async function seedInvitations(tx: Transaction, now: Date): Promise<void> {
  const links = accounts.flatMap(({ inviteDays, state }, index) =>
    inviteDays === undefined
      ? []
      : {
          token_hash: hashBytes(SALT, index),
          purpose: 'invite' as const,
          user_id: identityOf(index, state.organisation).userId,
          created_at: new Date(now.getTime() - state.createdDays * DAY),
          expires_at: new Date(now.getTime() + inviteDays * DAY),
        },
  );
  await insertRows(tx, 'links', linkColumns, links);
}

async function seedEvents(tx: Transaction, directory: Directory, log: (line: string) => void): Promise<void> {
  let count = 0;
  let written = Promise.resolve();
  for (const day of demoEvents(directory)) {
    for (let from = 0; from < day.length; from += BATCH_ROWS) {
      const rows = day.slice(from, from + BATCH_ROWS).map((event) => eventRow(event, count++));
      await written;
      written = insertRows(tx, 'audit_events', eventColumns, rows);
    }
    if (directory.users >= LOG_PROGRESS_USERS) log(`${String(count)} events`);
  }
  await written;
}

const eventRow = ({ organisation, at, targetUserId, userAgent, details, ...event }: DemoEvent, sequence: number) => ({
  ...event,
  event_id: uuid(SALT, sequence),
  at: new Date(at),
  target_user_id: targetUserId,
  organisation_id: organisation === null ? null : organisationAt(organisation).organisationId,
  organisation: organisation === null ? null : organisationAt(organisation).name,
  user_agent: userAgent,
  details: JSON.stringify(details),
});

async function seedRecoveryCodes(tx: Transaction): Promise<void> {
  await sql`
    INSERT INTO recovery_codes (user_id, code_hash, created_at)
    SELECT user_id, sha256(convert_to(user_id::text || ' demo code ' || n, 'UTF8')), mfa_enrolled_at
      FROM (SELECT user_id, user_name, mfa_enrolled_at FROM users WHERE mfa_enrolled_at IS NOT NULL ORDER BY created_at, user_id LIMIT ${USERS_WITH_CODES}) people,
           generate_series(1, CASE user_name WHEN 'mfa_user' THEN 10 ELSE 2 + ascii(right(user_id::text, 1)) % 9 END) n`.execute(
    tx,
  );
}

/** Updates the planner's statistics and vacuums, so that the first queries are fast. */
async function vacuum(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`VACUUM (ANALYZE) organisations, users, sessions, audit_events, recovery_codes, tickets`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
  });
}
