/** Fills an empty, migrated database with the demo directory: the same people every time, on dates that count back from now. */
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
import { type Directory, personRow, sessionRow } from './people.ts';
import { hashBytes, uuid } from './random.ts';

export interface SeedOptions {
  /** How many people, the known accounts included; at least {@link MIN_USERS}. */
  readonly users: number;
  readonly now: Date;
  readonly log?: (line: string) => void;
}

const BATCH = 5_000;
/** From so many people on, building the indexes afterwards is the faster way. */
const INDEXES_LAST = 2_000;
/** From so many people on, it takes long enough to tell how far it is. */
const TELL = 20_000;
/** So many people have recovery codes; the figures of the others would only cost time. */
const PEOPLE_WITH_CODES = 20_000;
const SALT = 900;

/** All of it is written or nothing. Everybody's password is {@link DEMO_PASSWORD}, hashed once. */
export async function seedDemo(db: Db, { users, now, log = () => undefined }: SeedOptions): Promise<void> {
  if (users < MIN_USERS) throw new RangeError(`A demo directory has at least ${String(MIN_USERS)} people`);
  const directory: Directory = { users, now };
  const passwordHash = await passwordHasher({ parallel: 1, patienceMs: 0 }).hash(DEMO_PASSWORD);
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    const load = async (): Promise<void> => {
      await insertRows(tx, 'organisations', organisationColumns, organisationRows(now));
      await seedPeople(tx, directory, passwordHash, log);
      await seedInvitations(tx, now);
      await seedEvents(tx, directory, log);
    };
    await (users < INDEXES_LAST ? load() : withoutIndexes(tx, ['users', 'cards', 'audit_events', 'sessions'], load));
    await seedRecoveryCodes(tx);
  });
  await settle(db);
}

async function seedPeople(
  tx: Transaction,
  directory: Directory,
  passwordHash: string,
  log: (line: string) => void,
): Promise<void> {
  let written = Promise.resolve();
  for (let from = 0; from < directory.users; from += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, directory.users - from) }, (_, offset) => from + offset);
    const people = indexes.map((index) => personRow(index, directory, passwordHash));
    const sessions = indexes.flatMap((index) => sessionRow(index, directory) ?? []);
    await written;
    written = insertRows(tx, 'users', userColumns, people).then(() => insertRows(tx, 'sessions', sessionColumns, sessions));
    if (directory.users >= TELL) log(`${String(from + indexes.length)} of ${String(directory.users)} people`);
  }
  await written;
}

/** The links of the open invitations, sent to people long ago: resending makes new ones. */
async function seedInvitations(tx: Transaction, now: Date): Promise<void> {
  const links = accounts.flatMap(({ inviteDays, standing }, index) =>
    inviteDays === undefined
      ? []
      : {
          token_hash: hashBytes(SALT, index),
          purpose: 'invite' as const,
          user_id: identityOf(index, standing.organisation).userId,
          created_at: new Date(now.getTime() - standing.createdDays * DAY),
          expires_at: new Date(now.getTime() + inviteDays * DAY),
        },
  );
  await insertRows(tx, 'links', linkColumns, links);
}

async function seedEvents(tx: Transaction, directory: Directory, log: (line: string) => void): Promise<void> {
  let count = 0;
  let written = Promise.resolve();
  for (const day of demoEvents(directory)) {
    for (let from = 0; from < day.length; from += BATCH) {
      const rows = day.slice(from, from + BATCH).map((event) => eventRow(event, count++));
      await written;
      written = insertRows(tx, 'audit_events', eventColumns, rows);
    }
    if (directory.users >= TELL) log(`${String(count)} events`);
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
      FROM (SELECT user_id, user_name, mfa_enrolled_at FROM users WHERE mfa_enrolled_at IS NOT NULL ORDER BY created_at, user_id LIMIT ${PEOPLE_WITH_CODES}) people,
           generate_series(1, CASE user_name WHEN 'mfa_user' THEN 10 ELSE 2 + ascii(right(user_id::text, 1)) % 9 END) n`.execute(
    tx,
  );
}

/** The planner knows what came in, and the first reader need not tidy up. */
async function settle(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`VACUUM (ANALYZE) organisations, users, cards, sessions, audit_events, recovery_codes`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
  });
}
