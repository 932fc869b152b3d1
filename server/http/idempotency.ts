/**
 * `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): a UUID that the client makes for one change and repeats with it.
 * The change and its reply are committed together, so a repeated call gets the first reply and changes nothing.
 */
import { createHash } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Operation } from '../../api/contract/endpoint.ts';
import { addMs, DAY } from '../clock.ts';
import { transaction, type Db, type Queries, type Transaction } from '../db/database.ts';
import type { CallOf, KeyedCall } from './call.ts';
import type { OperationName } from '../../api/contract/index.ts';
import { problem } from './problem.ts';

const KEPT_MS = DAY;

/** @throws Invalid if the header is not one UUID, in quotes or without */
function keyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  const key = z.uuid().safeParse(typeof header === 'string' ? header.replaceAll('"', '') : header);
  if (!key.success) throw problem('Invalid', { fields: { 'Idempotency-Key': { expected: 'uuid' } } });
  return key.data;
}

const hash = (...parts: readonly unknown[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

type Keyable = Pick<CallOf<OperationName>, 'name' | 'person' | 'params' | 'query' | 'body' | 'origin' | 'request'>;

/** The key of a call; null without the header, and for an operation that takes none. */
export function keyedCallOf({ idempotencyKey }: Pick<Operation, 'idempotencyKey'>, call: Keyable): KeyedCall | null {
  const key = idempotencyKey ? keyOf(call.request) : null;
  if (key === null) return null;
  const { name, params, query, body, origin } = call;
  const owner = (call.person as Keyable['person'] | undefined)?.userId ?? 'anonymous';
  // An impersonating administrator's calls are not those of the user.
  return { owner, key, fingerprint: hash(name, params, query, body, origin.actor, origin.onBehalfOf) };
}

/** Adds what the handler has read itself. */
export const withContent = (keyed: KeyedCall | null, content: readonly unknown[]): KeyedCall | null =>
  keyed && { ...keyed, fingerprint: hash(keyed.fingerprint.toString('hex'), ...content) };

/**
 * Like `transaction`, but a repeated call gets the result of the first, which must be JSON without secrets. One that arrives
 * meanwhile waits for it. A refusal is not kept: nothing has changed.
 * @throws IdempotencyKeyReused if the first call with the key was a different one
 */
export async function transactionOnce<T>(
  db: Db,
  { idempotency: keyed, now }: Pick<CallOf<OperationName>, 'idempotency' | 'now'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (keyed === null) return transaction(db, work);
  return transaction(db, async (tx) => {
    const { owner, key, fingerprint } = keyed;
    const { numInsertedOrUpdatedRows: inserted } = await tx
      .insertInto('idempotency_keys')
      .values({ owner, key, fingerprint, created_at: now })
      // Waits for a transaction that has inserted the same key.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted === 0n) return firstReply<T>(tx, keyed);
    const result = await work(tx);
    await tx
      .updateTable('idempotency_keys')
      .set({ reply: JSON.stringify(result) })
      .where('owner', '=', owner)
      .where('key', '=', key)
      .execute();
    return result;
  });
}

async function firstReply<T>(tx: Transaction, { owner, key, fingerprint }: KeyedCall): Promise<T> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst();
  // The first call's reply may have been deleted since, by the erasure of a user.
  if (!first?.fingerprint.equals(fingerprint)) throw problem('IdempotencyKeyReused');
  return first.reply as T;
}

export async function deleteOldKeys(db: Queries, now: Date): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', addMs(now, -KEPT_MS)).execute();
}

interface ErasedPerson {
  readonly userId: string;
  readonly names: readonly string[];
}

/** Deletes replies of the user's own calls, and replies that mention the user. */
export async function forgetInReplies(tx: Transaction, { userId, names }: ErasedPerson): Promise<void> {
  const sought = JSON.stringify({ names: [userId, ...names] });
  await tx
    .deleteFrom('idempotency_keys')
    .where(sql<SqlBool>`owner = ${userId} OR jsonb_path_exists(reply, 'strict $.** ? (@ == $names[*])', ${sought}::jsonb)`)
    .execute();
}
