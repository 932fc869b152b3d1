/** Hands existing users of an organisation over to its directory, and takes them back. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { AdoptionName, AdoptPreview } from '../../api/contract/directories.shapes.ts';
import { mayProvision } from '../../api/contract/directories.policy.ts';
import { appendAuditEvent, appendAuditEvents, type AuditOrigin } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { bindToDirectory, releaseFromDirectory } from '../accounts/sources.ts';
import { isAdministrative } from '../db/roles.ts';
import type { CallOf } from '../http/call.ts';
import type { Act, ApprovableActs, Approval } from '../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../approvals/request.ts';
import {
  lockAnyOrganisation,
  lockOrganisation,
  requireOrganisation,
  type AdministeredOrganisation,
} from '../http/administeredOrganisation.ts';
import { giveUpNames } from './users/former.ts';
import { scimSource } from './source.ts';

const SHOWN_PEOPLE = 200;

/**
 * Users of the organisation whom the directory does not manage, with the reasons against it. A role lost within a day counts as
 * held; an invited user has no account yet that could be managed.
 */
const candidates = (
  { organisation_id: organisationId, house }: AdministeredOrganisation,
  knownBy: AdoptionName,
  now: Date,
): RawBuilder<unknown> => {
  const name = knownBy === 'email' ? sql`u.email` : sql`u.user_name`;
  const roles = sql`(u.roles || ARRAY(SELECT l.role_name FROM lost_roles l WHERE l.user_id = u.user_id
    AND l.lost_at > ${now}::timestamptz - interval '1 day'))`;
  return sql`
    SELECT u.user_id, coalesce(u.user_name, u.email) AS user_name, u.display_name, u.email, coalesce(${name}, u.email) AS directory_name,
           CASE WHEN ${isAdministrative(roles, sql`${house}::boolean`)} THEN 'administrator'
                WHEN NOT u.registered THEN 'invited'
                WHEN u.external_source IS NOT NULL THEN 'otherSource'
                WHEN EXISTS (SELECT FROM scim_users s WHERE s.organisation_id = ${organisationId}
                  AND s.user_name_key = lower(normalize(${name}, NFKC))) THEN 'taken' END AS block
      FROM users u
     WHERE u.organisation_id = ${organisationId} AND NOT EXISTS (SELECT FROM scim_users s WHERE s.user_id = u.user_id)`;
};

export async function previewAdoption(
  { db }: Pick<Context, 'db'>,
  { person, params, query, now }: CallOf<'Provisioning.AdoptPreview'>,
): Promise<AdoptPreview> {
  const organisation = await requireOrganisation(db, person, params.organisationPublicId);
  const { rows } = await sql<{ adopted: number; blocked: number; people: AdoptPreview['people'] | null }>`
    WITH found AS MATERIALIZED (${candidates(organisation, query.knownBy, now)})
    SELECT (SELECT count(*)::int FROM found WHERE block IS NULL) AS adopted,
           (SELECT count(*)::int FROM found WHERE block IS NOT NULL) AS blocked,
           (SELECT jsonb_agg(jsonb_build_object('userId', user_id, 'userName', user_name, 'displayName', display_name,
                                                'email', email, 'directoryName', directory_name, 'block', block))
              FROM (SELECT * FROM found ORDER BY block IS NULL, user_name LIMIT ${SHOWN_PEOPLE}) shown) AS people`.execute(db);
  const [counts] = rows;
  return { adopted: counts?.adopted ?? 0, blocked: counts?.blocked ?? 0, people: counts?.people ?? [] };
}

export async function adopt({ db, config }: Pick<Context, 'db' | 'config'>, call: CallOf<'Provisioning.Adopt'>) {
  const { person, params, body, now } = call;
  const adopted = await transaction(db, async (tx) => {
    const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
    const { rows } = await sql<{ user_id: string }>`
      SELECT user_id FROM (${candidates(organisation, body.knownBy, now)}) c WHERE block IS NULL LIMIT ${config.FOUR_EYES_BULK + 1}`.execute(
      tx,
    );
    const act = actOf(
      organisation,
      body.knownBy,
      rows.map((row) => row.user_id),
    );
    const approval = await approveOrRequest({ config }, tx, call, act);
    return approval && adoptAll(tx, { ...call, approval }, organisation, body.knownBy);
  });
  return { adopted: requireApproved(adopted) };
}

interface Adopting {
  readonly origin: AuditOrigin;
  readonly now: Date;
  readonly approval: Approval;
}

async function adoptAll(
  tx: Transaction,
  { origin, now, approval }: Adopting,
  organisation: AdministeredOrganisation,
  knownBy: AdoptionName,
): Promise<number> {
  const organisationId = organisation.organisation_id;
  await sql`SELECT FROM users WHERE organisation_id = ${organisationId} ORDER BY user_id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ user_id: string }>`
    WITH found AS MATERIALIZED (SELECT * FROM (${candidates(organisation, knownBy, now)}) c WHERE block IS NULL),
      taken AS (${bindToDirectory(scimSource(organisationId), sql`found`)})
    INSERT INTO scim_users (user_id, organisation_id, user_name, active, created_at, changed_at)
    SELECT found.user_id, ${organisationId}::uuid, found.directory_name, taken.enabled, ${now}::timestamptz, ${now}::timestamptz
      FROM found JOIN taken USING (user_id) ON CONFLICT (organisation_id, user_name_key) DO NOTHING RETURNING user_id`.execute(
    tx,
  );
  const action = 'Provisioning.Adopt';
  const operation = randomUUID();
  const ids = rows.map((row) => row.user_id);
  await appendAuditEvents(
    tx,
    origin,
    action,
    sql`SELECT user_name AS target, user_id AS target_user_id, organisation_id, jsonb_build_object('knownBy', ${knownBy}::text) AS details
          FROM users WHERE user_id = ANY (${ids}::uuid[]) ORDER BY user_name`,
    operation,
  );
  const details = { operation, knownBy, count: rows.length, ...approval };
  await appendAuditEvent(tx, origin, { action, target: organisation.name, organisationId, details });
  return rows.length;
}

/**
 * Ends the directory's management. Users stay as they are; those whom the directory has deleted give up name and address, as nobody knows
 * any more who they were. The groups are deleted, since nobody would keep the roles that they grant up to date.
 */
export async function release({ db }: Pick<Context, 'db'>, call: CallOf<'Provisioning.Release'>) {
  const { person, params, origin, name: action } = call;
  return transaction(db, async (tx) => {
    const { organisation_id: organisationId, name } = await lockOrganisation(tx, person, params.organisationPublicId);
    await tx.deleteFrom('scim_groups').where('organisation_id', '=', organisationId).where('connection_id', 'is', null).execute();
    await tx
      .deleteFrom('mapped_users')
      .where('user_id', 'in', (users) =>
        users.selectFrom('scim_users').select('user_id').where('organisation_id', '=', organisationId),
      )
      .execute();
    const left = await tx
      .selectFrom('scim_users')
      .select('user_id')
      .where('organisation_id', '=', organisationId)
      .where('deleted_at', 'is not', null)
      .execute();
    await giveUpNames(
      tx,
      left.map((row) => row.user_id),
      origin,
      action,
    );
    await tx.deleteFrom('scim_users').where('organisation_id', '=', organisationId).execute();
    const released = await releaseFromDirectory(tx, scimSource(organisationId));
    await appendAuditEvent(tx, origin, { action, target: name, organisationId, details: { count: released } });
    return { released };
  });
}

const actOf = (organisation: AdministeredOrganisation, knownBy: AdoptionName, userIds: readonly string[]): Act => ({
  target: {
    id: organisation.organisation_id,
    userId: null,
    name: organisation.name,
    organisationId: organisation.organisation_id,
    state: '',
    systemOnly: false,
  },
  effects: ['takesOverAccount'],
  userIds,
  detail: { knownBy },
});

export const approvedAdoption: ApprovableActs<'Provisioning.Adopt'> = {
  'Provisioning.Adopt': {
    lock: async (tx, organisationId) => {
      const organisation = await lockAnyOrganisation(tx, organisationId);
      return (
        organisation && {
          name: organisation.name,
          state: '',
          may: (person) => (mayProvision(person, organisationId) ? null : 'Forbidden'),
        }
      );
    },
    carryOut: async (tx, call, { targetId, detail: { knownBy } }) => {
      const organisation = await lockAnyOrganisation(tx, targetId);
      if (organisation && knownBy) await adoptAll(tx, call, organisation, knownBy);
    },
  },
};
