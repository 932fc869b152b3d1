/**
 * Replaces an erased user by a pseudonym in all events: names, e-mail addresses, IP addresses and browsers. Signed events stay
 * provable: the digest of the event as it was is kept, with a proof that this program changed it.
 */
import { sql, type SqlBool } from 'kysely';
import { isLockTimeout, waitForLock } from '../db/advisoryLock.ts';
import type { Transaction } from '../db/database.ts';
import type { Keyring } from '../encryption/keyring.ts';
import { problem } from '../http/problem.ts';
import { allowChange, digestOf, findLast, proofOf, SIGNING_LOCK } from './chain.ts';
import type { EventRow } from './repository.ts';

const BATCH_EVENTS = 500;
/** Signing takes less time than this; archiving a month takes minutes. */
const LOCK_TIMEOUT_MS = 3000;
const RETRY_AFTER_SECONDS = 60;

interface ErasedPerson {
  readonly userId: string;
  readonly userName: string;
  /** The user's present and former e-mail addresses. */
  readonly emails: readonly string[];
  /** The pseudonym that replaces all of them. */
  readonly pseudonym: string;
}

/** @returns a function that gives the number of changed events. @throws Busy while a month is being archived */
export const personErasure =
  (keyring: Pick<Keyring, 'auditKey'>) =>
  async (tx: Transaction, person: ErasedPerson, now: Date): Promise<number> => {
    await stopSigning(tx);
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    await allowChange(tx, 'erasure');
    const signedThrough = (await findLast(tx))?.through_seq ?? 0;
    let changed = 0;
    for (let after = -1; ;) {
      const events = await eventsOf(tx, person, after);
      for (const event of events) {
        const redacted = redact(event, person);
        if (digestOf(redacted).equals(digestOf(event))) continue;
        changed += 1;
        await replace(tx, redacted);
        if (event.seq <= signedThrough) await prove(tx, keyring, event, redacted, now);
      }
      if (events.length < BATCH_EVENTS) break;
      after = events.at(-1)?.seq ?? after;
    }
    await allowChange(tx, 'none');
    return changed;
  };

/** Nothing is signed until the end of the transaction. */
async function stopSigning(tx: Transaction): Promise<void> {
  await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(tx);
  await waitForLock(tx, SIGNING_LOCK).catch((error: unknown) => {
    throw isLockTimeout(error) ? problem('Busy', { retryAfterSeconds: RETRY_AFTER_SECONDS }) : error;
  });
  await sql`SET LOCAL lock_timeout = 0`.execute(tx);
}

function eventsOf(tx: Transaction, { userId, userName, emails }: ErasedPerson, after: number): Promise<EventRow[]> {
  const names = [userName, ...emails].map((name) => name.toLowerCase());
  return tx
    .selectFrom('audit_events')
    .selectAll()
    .where('seq', '>', after)
    .where(
      sql<SqlBool>`target_user_id = ${userId} OR lower(actor) = ANY (${names})
        OR lower(on_behalf_of) = ANY (${names}) OR lower(target) = ANY (${names})
        OR EXISTS (SELECT FROM unnest(${names}::text[]) name WHERE strpos(lower(details::text), name) > 0)`,
    )
    .orderBy('seq')
    .limit(BATCH_EVENTS)
    .execute();
}

const replace = (tx: Transaction, { seq, actor, on_behalf_of, target, ip, user_agent, details }: EventRow) =>
  tx
    .updateTable('audit_events')
    .set({ actor, on_behalf_of, target, ip, user_agent, details: JSON.stringify(details) })
    .where('seq', '=', seq)
    .execute();

/** Another user may have been erased in this event before: the digest as signed stays the same. */
async function prove(
  tx: Transaction,
  keyring: Pick<Keyring, 'auditKey'>,
  event: EventRow,
  redacted: EventRow,
  now: Date,
): Promise<void> {
  const { seq } = event;
  const earlier = await tx.selectFrom('audit_erasures').select('signed_digest').where('seq', '=', seq).executeTakeFirst();
  const signedDigest = earlier?.signed_digest ?? digestOf(event);
  const key = keyring.auditKey();
  const proof = proofOf(key, ['erased', seq, signedDigest, digestOf(redacted)]);
  const proven = { key_id: key?.keyId ?? null, proof, erased_at: now };
  await tx
    .insertInto('audit_erasures')
    .values({ seq, signed_digest: signedDigest, ...proven })
    .onConflict((conflict) => conflict.column('seq').doUpdateSet(proven))
    .execute();
}

/** Fields of a user whose former and new values are in the audit of a change, and the name that a user gave a passkey or a view. */
const PERSONAL_FIELDS = new Set(['firstName', 'lastName', 'title', 'email', 'account', 'passkey', 'view']);

function redact(event: EventRow, person: ErasedPerson): EventRow {
  const names = [person.userName, ...person.emails];
  const isPerson = (text: string | null) => text !== null && names.some((name) => name.toLowerCase() === text.toLowerCase());
  const shown = (text: string | null) => (isPerson(text) ? person.pseudonym : text);
  const isAbout = event.target_user_id === person.userId || isPerson(event.target);
  // While impersonating, the address is the administrator's. A failed login has no actor.
  const isFrom = isPerson(event.actor) || (event.actor === null && isAbout);
  return {
    ...event,
    actor: shown(event.actor),
    on_behalf_of: shown(event.on_behalf_of),
    target: shown(event.target),
    ip: isFrom ? null : event.ip,
    user_agent: isFrom ? null : event.user_agent,
    details: redactDetails(event.details, { names, isAbout, pseudonym: person.pseudonym }) as EventRow['details'],
  };
}

interface Redaction {
  readonly names: readonly string[];
  readonly isAbout: boolean;
  readonly pseudonym: string;
}

function redactDetails(value: unknown, redaction: Redaction): unknown {
  if (typeof value === 'string') return withoutNames(value, redaction);
  if (Array.isArray(value)) return value.map((item) => redactDetails(item, redaction));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      redaction.isAbout && PERSONAL_FIELDS.has(key) ? blank(inner, redaction) : redactDetails(inner, redaction),
    ]),
  );
}

/** Replaces every text in it, whatever it says: former last names are not among the known names. */
function blank(value: unknown, { pseudonym }: Redaction): unknown {
  if (typeof value === 'string') return pseudonym;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, blank(inner, { names: [], isAbout: true, pseudonym })]),
  );
}

/** Replaces names as whole words: the user name "ann" is no part of "annual". */
const withoutNames = (text: string, { names, pseudonym }: Redaction): string =>
  names.reduce(
    (left, name) =>
      left.replaceAll(new RegExp(`(?<![\\w.@+-])${name.replaceAll(/[^\w\s]/gu, '\\$&')}(?![\\w@-])`, 'gi'), () => pseudonym),
    text,
  );
