/** API keys: created by their owner, shown once, limited to their claims and to the owner's current rights. */
import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { operations, type OperationName } from '../../api/contract/index.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import type { Person } from '../../api/contract/person.ts';
import type { ApiKey } from '../../api/contract/apiKey.shapes.ts';
import { mayClaim } from '../../api/contract/session.policy.ts';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { hasKeyName, keyColumns, makeKey, presentKey, shownPrefix } from '../session/apiKeys.ts';
import { asSource } from '../session/sourceAddresses.ts';
import { approveOrRequest, requireApproved } from '../approvals/request.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { actOf, applyClaims, lockKey, ownerOf, type AskedClaims } from './claims.ts';

interface GrantableClaim {
  value: string;
  description: string;
}

const operationEntries = Object.entries(operations) as [OperationName, Operation][];

/** Operations that can be granted to a key of this user: open to keys, and allowed to the user now. */
export const grantableClaims = (person: Pick<Person, 'roles'>): GrantableClaim[] =>
  operationEntries
    .filter(([, operation]) => mayClaim(operation, person))
    .map(([name, operation]) => ({ value: name, description: operation.summary }));

/** Keys require an approved organisation. */
export async function mayHaveKeys(db: Db, person: Person): Promise<boolean> {
  const row = await db
    .selectFrom('organisations')
    .select('approved')
    .where('organisation_id', '=', person.organisationId)
    .executeTakeFirst();
  return row?.approved === true;
}

export async function ownKeys(db: Db, person: Person): Promise<ApiKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('user_id', '=', person.userId)
    .orderBy('name_key')
    .execute();
  return rows.map(presentKey);
}

export async function createKey(
  { db, config }: Context,
  { name: action, query, person, origin, now }: CallOf<'ApiKey.Create'>,
): Promise<{ name: string; key: string; prefix: string }> {
  if (!(await mayHaveKeys(db, person))) throw problem('Forbidden');
  const { key, prefix, hash } = makeKey();
  const taken = () => problem('KeyNameTaken', { fields: { name: { problem: 'KeyNameTaken' } } });
  await withUnique({ api_keys_name: taken }, () =>
    transaction(db, async (tx) => {
      const owner = await lockOwner(tx, person);
      if ((await countKeys(tx, person)) >= config.LIMIT_API_KEYS) throw problem('TooManyKeys');
      await tx
        .insertInto('api_keys')
        .values({
          key_id: randomUUID(),
          user_id: person.userId,
          name: query.name,
          prefix,
          secret_hash: hash,
          created_at: now,
          last_used_at: null,
          expires_at: addMs(now, config.API_KEY_DAYS * DAY),
        })
        .execute();
      await appendAuditEvent(tx, origin, {
        action,
        target: query.name,
        targetUserId: person.userId,
        details: { prefix: shownPrefix(prefix) },
      });
      const data = { userName: person.userName, at: now.toISOString(), keyName: query.name };
      await queueMail(tx, owner, 'apiKeyCreated', data, now);
    }),
  );
  return { name: query.name, key, prefix: shownPrefix(prefix) };
}

/** Serialises concurrent creations, so that the limit holds. */
const lockOwner = (tx: Transaction, { userId }: Person) =>
  tx.selectFrom('users').select(['email', 'locale']).where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();

async function countKeys(tx: Transaction, { userId }: Person): Promise<number> {
  const { keys } = await tx
    .selectFrom('api_keys')
    .select((select) => select.fn.countAll<number>().as('keys'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return keys;
}

/** @throws NotFound unless the caller has a key of this name */
export async function deleteKey(
  { db }: Context,
  { name: action, query, person, origin, now }: CallOf<'ApiKey.Delete'>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const deleted = await tx
      .deleteFrom('api_keys')
      .where('user_id', '=', person.userId)
      .where(hasKeyName(query.name))
      .returning(['name', 'prefix'])
      .executeTakeFirst();
    if (!deleted) throw problem('NotFound');
    await appendAuditEvent(tx, origin, {
      action,
      target: deleted.name,
      targetUserId: person.userId,
      details: { prefix: deleted.prefix },
    });
    const data = { userName: person.userName, at: now.toISOString(), keyName: deleted.name };
    await queueMail(tx, await ownerOf(tx, person.userId), 'apiKeyDeleted', data, now);
  });
}

/** @throws InvalidClaim for an operation that is unknown, closed to keys, or beyond the owner's rights */
export async function setClaims({ config, db }: Context, call: CallOf<'ApiKey.CreateClaims'>): Promise<ApiKey> {
  const { body, person, now } = call;
  const claims = [...new Set(body.claims.map((claim) => claim.value))];
  const grantable = new Set(grantableClaims(person).map((claim) => claim.value));
  if (!claims.every((claim) => grantable.has(claim)))
    throw problem('InvalidClaim', { fields: { claims: { problem: 'InvalidClaim' } } });
  const expiresAt = body.expiresAt == null ? body.expiresAt : new Date(body.expiresAt);
  if (expiresAt && expiresAt <= now) throw problem('Invalid', { fields: { expiresAt: { expected: 'future' } } });
  const sources = body.sourceAddresses?.map(asSource);
  if (sources?.includes(undefined)) throw problem('Invalid', { fields: { sourceAddresses: { expected: 'value' } } });
  const asked: AskedClaims = {
    claims,
    ...(expiresAt !== undefined && { expiresAt: expiresAt?.toISOString() ?? null }),
    ...(sources && { sourceAddresses: sources.filter((source) => source !== undefined) }),
  };
  const changed = await transaction(db, async (tx) => {
    const key = await lockKey(tx, sql<SqlBool>`user_id = ${person.userId} AND ${hasKeyName(body.name)}`);
    if (!key) throw problem('NotFound');
    const approval = await approveOrRequest({ config }, tx, call, actOf(person, key, asked));
    return approval && applyClaims({ config }, tx, call, key, asked, approval);
  });
  return requireApproved(changed);
}
