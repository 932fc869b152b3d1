/** The map by which the groups of a directory grant roles. */
import type { Effect } from '../../../api/contract/call.ts';
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import type { MapPreview, ProvisioningGroup } from '../../../api/contract/directories.shapes.ts';
import { mayMapRole, mayProvision } from '../../../api/contract/directories.policy.ts';
import { sql, type SqlBool } from 'kysely';
import { administrator } from '../../accounts/author.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { roleSet } from '../../db/roles.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { Act, ApprovableActs, ApprovedCall } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { findLocked, lockGroup, membersOf, present, requireGroup, selectGroups, type GroupRow } from './rows.ts';
import { lockAnyOrganisation, requireOrganisation, type AdministeredOrganisation } from '../../http/administeredOrganisation.ts';
import { dropUnused } from './claimedGroups.ts';
import { applyMap, gained, lost, previewMap } from './roleMap.ts';

const SHOWN_PEOPLE = 200;

export async function listGroups({ db }: Pick<Context, 'db'>, { person, params }: CallOf<'Provisioning.Groups'>) {
  const { organisation_id: organisationId, house } = await requireOrganisation(db, person, params.organisationPublicId);
  const rows = await selectGroups(db).where('g.organisation_id', '=', organisationId).orderBy('g.display_name_key').execute();
  return { roles: await mappableRoles(db, house), groups: rows.map(present) };
}

export async function previewGroup(
  { db }: Pick<Context, 'db'>,
  { person, params, query }: CallOf<'Provisioning.MapPreview'>,
): Promise<MapPreview> {
  const organisation = await requireOrganisation(db, person, params.organisationPublicId);
  await requireGroup(db, organisation, params.groupId);
  const roles = await requireMappable(db, organisation, query.roles);
  const members = await membersOf(db, params.groupId);
  const changed = await previewMap(db, members, { groupId: params.groupId, roles });
  return {
    gaining: changed.filter((user) => gained(user).length > 0).length,
    losing: changed.filter((user) => lost(user).length > 0).length,
    unchanged: members.length - changed.length,
    people: changed.slice(0, SHOWN_PEOPLE).map((user) => ({
      userId: user.user_id,
      userName: user.user_name,
      displayName: user.display_name,
      gains: gained(user),
      loses: lost(user),
    })),
  };
}

/**
 * Changes the roles of a group at once for all members. @throws InvalidClaim for a role that is unknown, or that no directory may
 * grant; ApprovalNeeded
 */
export async function mapGroup({ db, config }: Pick<Context, 'db' | 'config'>, call: CallOf<'Provisioning.MapGroup'>) {
  const { person, params, body } = call;
  const group = await transaction(db, async (tx) => {
    const organisation = await requireOrganisation(tx, person, params.organisationPublicId);
    const row = await lockGroup(tx, organisation, params.groupId);
    const roles = await requireMappable(tx, organisation, body.roles);
    const approval = await approveOrRequest({ config }, tx, call, actOf(organisation, row, roles));
    return approval && setMap(tx, { ...call, approval }, organisation, row, roles);
  });
  return requireApproved(group);
}

type Mapping = ApprovedCall;

async function setMap(
  tx: Transaction,
  call: Mapping,
  { organisation_id: organisationId }: AdministeredOrganisation,
  { group_id: groupId, display_name: displayName, roles: former }: GroupRow,
  roles: readonly string[],
): Promise<ProvisioningGroup> {
  const { origin, approval } = call;
  const author = administrator(call);
  await tx
    .deleteFrom('scim_group_roles')
    .where('group_id', '=', groupId)
    .where(sql<SqlBool>`role_name <> ALL (${roles}::text[])`)
    .execute();
  // A role that is mapped already stays with its mapper.
  if (roles.length > 0)
    await tx
      .insertInto('scim_group_roles')
      .values(roles.map((role) => ({ group_id: groupId, role_name: role, mapped_by: author.sponsorIds[0] ?? null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const action = 'Provisioning.MapGroup';
  const changed = await applyMap(tx, await membersOf(tx, groupId), { origin, action, author });
  await appendAuditEvent(tx, origin, {
    action,
    target: displayName,
    organisationId,
    details: { fields: { roles: { from: former, to: roles } }, count: changed.length, ...approval },
  });
  const shown = present(await selectGroups(tx).where('g.group_id', '=', groupId).executeTakeFirstOrThrow());
  await dropUnused(tx, [{ group_id: groupId }]);
  return shown;
}

function actOf(organisation: AdministeredOrganisation, group: GroupRow, roles: readonly string[]): Act {
  const isAdministrative = (role: string) => hasAdministrativeRole({ roles: [role], house: organisation.house });
  const given = roles.filter((role) => !group.roles.includes(role)).some(isAdministrative);
  const taken = group.roles.filter((role) => !roles.includes(role)).some(isAdministrative);
  const effects: Effect[] = [
    ...(given ? (['givesAdministration'] as const) : []),
    ...(taken ? (['takesAdministration'] as const) : []),
  ];
  return {
    target: {
      id: group.group_id,
      userId: null,
      name: organisation.name,
      organisationId: organisation.organisation_id,
      state: stateOf(group),
      systemOnly: false,
    },
    effects,
    detail: { group: group.display_name, roles: [...roles], organisationPublicId: organisation.organisation_id },
    before: { group: group.display_name, roles: [...group.roles] },
  };
}

const stateOf = ({ roles, display_name: name }: GroupRow) => JSON.stringify([name, roles]);

export const approvedMap: ApprovableActs<'Provisioning.MapGroup'> = {
  'Provisioning.MapGroup': {
    lock: async (tx, groupId, { organisationPublicId = '' }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      const group = organisation && (await findLocked(tx, organisation, groupId));
      if (!group) return undefined;
      return {
        name: organisation.name,
        state: stateOf(group),
        may: (person) => (mayProvision(person, organisationPublicId) ? null : 'Forbidden'),
      };
    },
    carryOut: async (tx, call, { targetId, detail: { organisationPublicId = '', roles = [] } }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      if (!organisation) return;
      await setMap(
        tx,
        call,
        organisation,
        await lockGroup(tx, organisation, targetId),
        await requireMappable(tx, organisation, roles),
      );
    },
  },
};

async function mappableRoles(queries: Queries, house: boolean): Promise<string[]> {
  const rows = await queries.selectFrom('roles').select('role_name').orderBy('role_name').execute();
  return rows.map((row) => row.role_name).filter((role) => mayMapRole(role, house));
}

async function requireMappable(
  queries: Queries,
  { house }: AdministeredOrganisation,
  roles: readonly string[],
): Promise<string[]> {
  const mappable = await mappableRoles(queries, house);
  if (!roles.every((role) => mappable.includes(role)))
    throw problem('InvalidClaim', { fields: { roles: { problem: 'InvalidClaim' } } });
  return roleSet(roles);
}
