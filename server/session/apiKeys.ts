/** API keys: a user's, limited to their claims and to the user's current rights. */
import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ApiKey } from '../../api/contract/apiKey.shapes.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { HOUR, MINUTE } from '../clock.ts';
import { countHits } from '../http/throttle.ts';
import type { Principal } from './principal.ts';
import { isAmong } from './sourceAddresses.ts';
import { keyFormat } from './keyFormat.ts';
import { sha256 } from './tokens.ts';
import type { Queries } from '../db/database.ts';
import { toPerson } from './principals.ts';
import { profileColumns, profileOf } from './profile.ts';

interface KeyRequest {
  readonly ip: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

const { prefixOf, ...format } = keyFormat('gh');
export const { shownPrefix, makeKey } = format;

/** The key's owner, with the owner's current rights; undefined for an invalid or expired key, or one used from elsewhere than its owner allows. */
export async function findKeyPrincipal(
  queries: Queries,
  key: string,
  request: KeyRequest,
  now: Date,
): Promise<Principal | undefined> {
  const prefix = prefixOf(key);
  if (prefix === undefined) return undefined;
  const row = await queries
    .selectFrom('api_keys as k')
    .innerJoin('users as u', 'u.user_id', 'k.user_id')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['k.key_id', 'k.prefix', 'k.secret_hash', 'k.claims', 'k.last_used_at', 'k.source_addresses', 'k.name'])
    .select([
      'u.user_id',
      'u.user_name',
      'u.first_name',
      'u.last_name',
      'u.display_name',
      'u.email',
      'u.organisation_id',
      'u.roles',
      'o.house',
    ])
    .select(profileColumns)
    .where('k.prefix', '=', prefix)
    .where('u.enabled', '=', true)
    .where('o.approved', '=', true)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', now)]))
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.secret_hash, sha256(key))) return undefined;
  if (!isAmong(request.ip, row.source_addresses)) {
    await recordForeignUse(queries, row, request, now);
    return undefined;
  }
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > MINUTE)
    await queries.updateTable('api_keys').set({ last_used_at: now }).where('key_id', '=', row.key_id).execute();
  return { kind: 'key', person: toPerson(row), profile: profileOf(row), keyId: row.key_id, prefix, claims: row.claims };
}

/** Records, at most once an hour, that a complete key was used from elsewhere, so that it may have leaked. */
async function recordForeignUse(
  queries: Queries,
  key: { key_id: string; prefix: string; name: string; user_id: string; user_name: string | null; organisation_id: string },
  { ip, headers }: KeyRequest,
  now: Date,
): Promise<void> {
  if ((await countHits(queries, `foreignKeyUse:${key.key_id}`, HOUR, now, 1)).hits > 1) return;
  const origin = {
    actor: key.user_name,
    onBehalfOf: null,
    organisationId: key.organisation_id,
    ip,
    userAgent: headers['user-agent'] ?? null,
    at: now,
  };
  await appendAuditEvent(
    queries,
    { ...origin, apiKey: key.prefix },
    {
      action: 'ApiKey.Use',
      outcome: 'refused',
      target: key.name,
      targetUserId: key.user_id,
      details: { code: 'SourceAddress' },
    },
  );
}

/** Columns that are shown of a key. */
export const keyColumns = ['name', 'prefix', 'created_at', 'last_used_at', 'expires_at', 'claims', 'source_addresses'] as const;

export const hasKeyName = (name: string) => sql<boolean>`name_key = fold(${name})`;

export const presentKey = (row: {
  name: string;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  claims: string[];
  source_addresses: string[];
}): ApiKey => ({
  name: row.name,
  prefix: shownPrefix(row.prefix),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  expiresAt: row.expires_at?.toISOString() ?? null,
  claims: row.claims.map((value) => ({ type: 'call', value })),
  sourceAddresses: row.source_addresses,
});
