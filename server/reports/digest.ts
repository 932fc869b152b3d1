/** The audit digest: on Mondays it mails the numbers of the week before to users who want it and may read the audit. */
import { sql } from 'kysely';
import { AUDIT_READER_ROLES, isAuditReader, reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import { addMs, DAY, HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import { queueMail } from '../mail/queue.ts';
import { findActivePerson } from './repository.ts';

type DigestContext = Pick<Context, 'db' | 'clock' | 'keyring' | 'publicUrl'>;

interface Count {
  readonly action?: string;
  readonly outcome: 'success' | 'failure' | 'refused';
  readonly events: number;
}
/** The audit provides this function. */
type CountEvents = (
  queries: Queries,
  which: { readonly organisationId: string | undefined; readonly edges: readonly Date[]; readonly withActions: true },
) => Promise<readonly Count[]>;

/** Time after the start of Monday, in UTC. */
const DUE_AFTER_MS = 6 * HOUR;
const BATCH_PEOPLE = 100;
const EXPORTS = new Set(['Users.AuditReport', 'Users.All', 'Users.Page', 'Reports.Run', 'Reports.RunAgain', 'Reports.Schedule']);

/** @returns the number of mailed digests */
export async function mailDigests(context: DigestContext, countEvents: CountEvents): Promise<number> {
  const monday = mondayOf(addMs(context.clock.now(), -DUE_AFTER_MS));
  await noteSubscribers(context, monday);
  for (let count = 0; ;) {
    const mailed = await transaction(context.db, (tx) => mailBatch(context, tx, countEvents, monday));
    count += mailed;
    if (mailed < BATCH_PEOPLE) return count;
  }
}

function mondayOf(moment: Date): Date {
  const day = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate()));
  return addMs(day, -((day.getUTCDay() + 6) % 7) * DAY);
}

const dayText = (day: Date): string => day.toISOString().slice(0, 10);

/** A user who turns the digest on gets the next one, not the last. */
async function noteSubscribers({ db }: DigestContext, monday: Date): Promise<void> {
  await sql`DELETE FROM audit_digests d USING users u WHERE u.user_id = d.user_id AND NOT u.audit_digest`.execute(db);
  await sql`INSERT INTO audit_digests (user_id, week)
    SELECT user_id, ${dayText(monday)}::date FROM users
     WHERE audit_digest AND roles && ${[...AUDIT_READER_ROLES]}::text[] AND enabled
    ON CONFLICT DO NOTHING`.execute(db);
}

/** @returns the number of users handled; those that another process handles are left out */
async function mailBatch(context: DigestContext, tx: Transaction, countEvents: CountEvents, monday: Date): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
    WITH due AS MATERIALIZED (
      SELECT user_id FROM audit_digests WHERE week < ${dayText(monday)}::date
       ORDER BY user_id LIMIT ${BATCH_PEOPLE} FOR UPDATE SKIP LOCKED)
    UPDATE audit_digests d SET week = ${dayText(monday)}::date FROM due WHERE d.user_id = due.user_id
    RETURNING d.user_id`.execute(tx);
  const counted = new Map<string, Promise<readonly Count[]>>();
  for (const { user_id: userId } of rows) {
    const person = await findActivePerson(tx, userId);
    if (!person || !isAuditReader(person)) continue;
    const organisationId = reachesAllOrganisations(person) ? undefined : person.organisationId;
    const scope = organisationId ?? 'all';
    const edges = [addMs(monday, -7 * DAY), monday];
    if (!counted.has(scope)) counted.set(scope, countEvents(tx, { organisationId, edges, withActions: true }));
    await mailOne(context, tx, person, (await counted.get(scope)) ?? [], monday);
  }
  return rows.length;
}

async function mailOne(
  { clock, keyring, publicUrl }: DigestContext,
  tx: Transaction,
  person: Person & { readonly locale: string | null },
  counts: readonly Count[],
  monday: Date,
): Promise<void> {
  const sum = (isCounted: (count: Count) => boolean) => counts.filter(isCounted).reduce((total, { events }) => total + events, 0);
  const from = addMs(monday, -7 * DAY);
  const address = `/Users/Audit?range=days&from=${from.toISOString().slice(0, 16)}Z&to=${monday.toISOString().slice(0, 16)}Z`;
  await queueMail(
    tx,
    person,
    'auditDigest',
    {
      userName: person.userName,
      from: from.toISOString(),
      until: monday.toISOString(),
      events: sum(() => true),
      logIns: sum(({ action, outcome }) => isLogIn(action) && outcome === 'success'),
      failedLogIns: sum(({ action, outcome }) => isLogIn(action) && outcome === 'failure'),
      refused: sum(({ outcome }) => outcome === 'refused'),
      exports: sum(({ action, outcome }) => action !== undefined && EXPORTS.has(action) && outcome === 'success'),
      link: mailedLink(keyring, new URL(address, publicUrl()).href),
    },
    clock.now(),
  );
}

const isLogIn = (action: string | undefined): boolean => action === 'Login.Login' || action === 'Passkeys.Login';
