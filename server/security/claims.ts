/** Sets what an API key may do: at once, or when another administrator has approved it. */
import { sql, type Expression, type SqlBool } from 'kysely';
import type { ApiKey } from '../../api/contract/apiKey.shapes.ts';
import { effectsOfClaims } from '../../api/contract/effects.ts';
import type { Operation } from '../../api/contract/endpoint.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { inScope, isAdmin, isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { endsKeyEarly, mayClaim } from '../../api/contract/session.policy.ts';
import type { Act, ApprovableActs, Approval } from '../approvals/acts.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { queueMail } from '../mail/queue.ts';
import { keyColumns, presentKey } from '../session/apiKeys.ts';

export interface AskedClaims {
  readonly claims: readonly string[];
  /** Null: the key has no end of its own; absent: the end stays. */
  readonly expiresAt?: string | null;
  readonly sourceAddresses?: readonly string[];
}

export const lockKey = (tx: Transaction, where: Expression<SqlBool>) =>
  tx
    .selectFrom('api_keys')
    .select(['key_id', 'user_id', 'name', 'prefix', 'claims', 'expires_at', 'source_addresses'])
    .where(where)
    .forUpdate()
    .executeTakeFirst();
type KeyRow = NonNullable<Awaited<ReturnType<typeof lockKey>>>;

export const ownerOf = (tx: Transaction, userId: string) =>
  tx.selectFrom('users').select(['email', 'locale']).where('user_id', '=', userId).executeTakeFirstOrThrow();

const stateOf = ({ prefix, claims }: KeyRow): string => JSON.stringify([prefix, [...claims].sort()]);

const callsOf = (claims: readonly string[]): { readonly name: string; readonly call: Operation }[] =>
  claims.flatMap((name) => (name in operations ? [{ name, call: operations[name as OperationName] }] : []));

/** For a key with administrative claims, a later end and further addresses need an approval like the claims themselves. */
export function actOf(person: Person, key: KeyRow, { claims, expiresAt, sourceAddresses }: AskedClaims): Act {
  const added = claims.filter((claim) => !key.claims.includes(claim));
  const isLoosened = expiresAt !== undefined || sourceAddresses !== undefined;
  return {
    target: {
      id: key.key_id,
      userId: null,
      name: key.name,
      organisationId: person.organisationId,
      state: stateOf(key),
      systemOnly: isSystemAdmin(person),
    },
    effects: isAdmin(person) ? effectsOfClaims(callsOf(isLoosened ? claims : added)) : [],
    detail: {
      userName: person.userName,
      claims: [...claims],
      ...(expiresAt != null && { expiresAt }),
      ...(sourceAddresses && { sourceAddresses: [...sourceAddresses] }),
    },
    before: {
      claims: [...key.claims],
      sourceAddresses: [...key.source_addresses],
      ...(key.expires_at && { expiresAt: key.expires_at.toISOString() }),
    },
  };
}

/** A key with rights of an administrator ends after LIMIT_API_KEY_DAYS at the latest. */
export async function applyClaims(
  { config }: { readonly config: Pick<Config, 'LIMIT_API_KEY_DAYS'> },
  tx: Transaction,
  { person, origin, now }: Pick<CallOf<'ApiKey.CreateClaims'>, 'person' | 'origin' | 'now'>,
  key: KeyRow,
  { claims, expiresAt, sourceAddresses }: AskedClaims,
  approval: Approval,
): Promise<ApiKey> {
  const isLimited = callsOf(claims).some(({ call }) => endsKeyEarly(call));
  const latest = addMs(now, config.LIMIT_API_KEY_DAYS * DAY);
  const row = await tx
    .updateTable('api_keys')
    .set((column) => {
      const asked = expiresAt === undefined ? column.ref('expires_at') : sql<Date | null>`${expiresAt}::timestamptz`;
      return {
        claims: [...claims],
        expires_at: isLimited ? sql<Date>`least(${asked}, ${latest}::timestamptz)` : asked,
        ...(sourceAddresses && { source_addresses: [...sourceAddresses] }),
      };
    })
    .where('key_id', '=', key.key_id)
    .returning(keyColumns)
    .executeTakeFirstOrThrow();
  const details = {
    prefix: row.prefix,
    claims,
    expiresAt: row.expires_at?.toISOString() ?? null,
    ...(row.source_addresses.length > 0 && { sourceAddresses: row.source_addresses }),
    ...approval,
  };
  await appendAuditEvent(tx, origin, { action: 'ApiKey.CreateClaims', target: row.name, targetUserId: key.user_id, details });
  const data = { userName: person.userName, at: now.toISOString(), keyName: row.name, claims: claims.join(', ') || '–' };
  await queueMail(tx, await ownerOf(tx, key.user_id), 'apiKeyChanged', data, now);
  return presentKey(row);
}

export const approvedClaims = (context: { readonly config: Config }): ApprovableActs<'ApiKey.CreateClaims'> => ({
  'ApiKey.CreateClaims': {
    lock: async (tx, keyId, { claims = [] }) => {
      const key = await lockKey(tx, sql<SqlBool>`key_id = ${keyId}`);
      const owner =
        key && (await tx.selectFrom('users').select('organisation_id').where('user_id', '=', key.user_id).executeTakeFirst());
      if (!key || !owner) return undefined;
      return {
        name: key.name,
        state: stateOf(key),
        may: (person) =>
          inScope(person, owner.organisation_id) && callsOf(claims).every(({ call }) => mayClaim(call, person))
            ? null
            : 'Forbidden',
      };
    },
    carryOut: async (tx, { approval, ...call }, { targetId, detail: { claims = [], expiresAt, sourceAddresses } }) => {
      const key = await lockKey(tx, sql<SqlBool>`key_id = ${targetId}`);
      if (!key) throw problem('TargetChanged');
      const asked = { claims, ...(expiresAt !== undefined && { expiresAt }), ...(sourceAddresses && { sourceAddresses }) };
      await applyClaims(context, tx, call, key, asked, approval);
    },
  },
});
