/** Keys of an organisation's directory: at most two are valid at once, each has an end and is shown once. */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { ProvisioningKey } from '../../../api/contract/directories.shapes.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { addMs, DAY, MINUTE } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { personReference } from '../../db/personReference.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { Act } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { stableId } from '../../approvals/stableId.ts';
import { keyFormat } from '../../session/keyFormat.ts';
import { sha256 } from '../../session/tokens.ts';
import { lockOrganisation, requireOrganisation, type AdministeredOrganisation } from '../../http/administeredOrganisation.ts';

const { makeKey, prefixOf, shownPrefix } = keyFormat('ghs');

const MAX_KEY_DAYS = 366;

const isValid = (now: Date) => sql<SqlBool>`k.expires_at > ${now}`;

/** Lists expired keys too, so that administrators see which key a silent directory had. */
export async function listKeys({ db }: Pick<Context, 'db'>, { person, params }: CallOf<'Provisioning.Keys'>) {
  const { organisation_id: organisationId } = await requireOrganisation(db, person, params.organisationPublicId);
  const rows = await selectKeys(db).where('k.organisation_id', '=', organisationId).orderBy('k.created_at', 'desc').execute();
  return rows.map(present);
}

/** @throws TooManyKeys, KeyNameTaken, Invalid for an end that is past or too far */
export async function newKey({ db, config }: Pick<Context, 'db' | 'config'>, call: CallOf<'Provisioning.NewKey'>) {
  const { body, person, origin, now } = call;
  const expiresAt = new Date(body.expiresAt);
  const { key, prefix, hash } = makeKey();
  const taken = () => problem('KeyNameTaken', { fields: { name: { problem: 'KeyNameTaken' } } });
  const made = await withUnique({ scim_keys_name: taken }, () =>
    transaction(db, async (tx) => {
      const organisation = await lockOrganisation(tx, person, call.params.organisationPublicId);
      if (expiresAt <= now || expiresAt > addMs(now, MAX_KEY_DAYS * DAY))
        throw problem('Invalid', { fields: { expiresAt: { expected: expiresAt <= now ? 'future' : 'value' } } });
      if ((await countKeys(tx, organisation.organisation_id, now)) >= config.LIMIT_DIRECTORY_KEYS) throw problem('TooManyKeys');
      const approval = await approveOrRequest({ config }, tx, call, actOf(organisation, body));
      if (!approval) return null;
      const keyId = randomUUID();
      await deleteEnded(tx, organisation.organisation_id, body.name, now);
      await tx
        .insertInto('scim_keys')
        .values({
          key_id: keyId,
          organisation_id: organisation.organisation_id,
          name: body.name,
          prefix,
          secret_hash: hash,
          created_by: person.userId,
          created_at: now,
          expires_at: expiresAt,
        })
        .execute();
      await appendAuditEvent(tx, origin, {
        action: call.name,
        target: body.name,
        organisationId: organisation.organisation_id,
        details: { prefix: shownPrefix(prefix), expiresAt: expiresAt.toISOString(), ...approval },
      });
      return present(await selectKeys(tx).where('k.key_id', '=', keyId).executeTakeFirstOrThrow());
    }),
  );
  return { ...requireApproved(made), key };
}

/** @throws NotFound */
export async function revokeKey({ db }: Pick<Context, 'db'>, call: CallOf<'Provisioning.RevokeKey'>): Promise<void> {
  const { person, params, origin, name } = call;
  await transaction(db, async (tx) => {
    const { organisation_id: organisationId } = await lockOrganisation(tx, person, params.organisationPublicId);
    const revoked = await tx
      .deleteFrom('scim_keys')
      .where('key_id', '=', params.keyId)
      .where('organisation_id', '=', organisationId)
      .returning(['name', 'prefix'])
      .executeTakeFirst();
    if (!revoked) throw problem('NotFound');
    await appendAuditEvent(tx, origin, {
      action: name,
      target: revoked.name,
      organisationId,
      details: { prefix: shownPrefix(revoked.prefix) },
    });
  });
}

export interface DirectoryKey {
  readonly key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly created_by: string | null;
  readonly organisation_id: string;
  readonly house: boolean;
}

/**
 * The directory that has sent this key; undefined for a key that is invalid or has ended, or whose organisation is not approved.
 */
export async function findDirectory(queries: Queries, key: string, now: Date): Promise<DirectoryKey | undefined> {
  const prefix = prefixOf(key);
  if (prefix === undefined) return undefined;
  const row = await queries
    .selectFrom('scim_keys as k')
    .innerJoin('organisations as o', 'o.organisation_id', 'k.organisation_id')
    .select(['k.key_id', 'k.name', 'k.prefix', 'k.created_by', 'k.secret_hash', 'k.last_used_at', 'k.organisation_id', 'o.house'])
    .where('k.prefix', '=', prefix)
    .where('o.approved', '=', true)
    .where(isValid(now))
    .executeTakeFirst();
  if (!row || !timingSafeEqual(row.secret_hash, sha256(key))) return undefined;
  if (!row.last_used_at || now.getTime() - row.last_used_at.getTime() > MINUTE)
    await queries.updateTable('scim_keys').set({ last_used_at: now }).where('key_id', '=', row.key_id).execute();
  return row;
}

async function countKeys(tx: Transaction, organisationId: string, now: Date): Promise<number> {
  const { keys } = await tx
    .selectFrom('scim_keys as k')
    .select(sql<number>`count(*)::int`.as('keys'))
    .where('k.organisation_id', '=', organisationId)
    .where(isValid(now))
    .executeTakeFirstOrThrow();
  return keys;
}

/** Deletes an ended key, whose name is then free again. */
const deleteEnded = (tx: Transaction, organisationId: string, name: string, now: Date) =>
  tx
    .deleteFrom('scim_keys')
    .where('organisation_id', '=', organisationId)
    .where(sql<SqlBool>`name_key = fold(${name})`)
    .where('expires_at', '<=', now)
    .execute();

/** Two requests differ by name and end, so that an approval is for exactly one key. */
const actOf = (organisation: AdministeredOrganisation, { name, expiresAt }: CallOf<'Provisioning.NewKey'>['body']): Act => ({
  target: {
    id: stableId('Provisioning.NewKey', organisation.organisation_id, name),
    userId: null,
    name: organisation.name,
    organisationId: organisation.organisation_id,
    state: '',
    systemOnly: false,
  },
  effects: ['movesData'],
  detail: { keyName: name, expiresAt, organisationPublicId: organisation.organisation_id },
});

const selectKeys = (queries: Queries) =>
  queries
    .selectFrom('scim_keys as k')
    .leftJoin('users as u', 'u.user_id', 'k.created_by')
    .select(['k.key_id', 'k.name', 'k.prefix', 'k.created_at', 'k.expires_at', 'k.last_used_at'])
    .select(personReference('u').as('created_by'));

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

const present = (row: KeyRow): ProvisioningKey => ({
  keyId: row.key_id,
  name: row.name,
  prefix: shownPrefix(row.prefix),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
