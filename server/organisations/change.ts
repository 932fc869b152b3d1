/** Changes to a locked organisation, with their events, for administrators and for approved requests. */
import type { Updateable } from 'kysely';
import type { ApprovalDetail } from '../../api/contract/approvals.shapes.ts';
import type { Effect } from '../../api/contract/call.ts';
import type { Organisation } from '../../api/contract/organisations.ts';
import { mayManageOrganisations, maySetMfaRule } from '../../api/contract/organisations.policy.ts';
import { appendAuditEvent, type AuditOrigin } from '../audit/append.ts';
import type { Transaction } from '../db/database.ts';
import type { OrganisationsTable } from '../db/schema/users.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { Act, ApprovableActs, Approval, ApprovalTarget } from '../approvals/acts.ts';
import { requireSystemAdministrator } from '../accounts/administrators.ts';
import { presentOrganisation } from './presenter.ts';
import {
  changeOrganisation,
  countToEnrol,
  deleteKeysIn,
  endSessionsIn,
  findMembers,
  findOrganisation,
  lockOrganisation,
  type OrganisationRow,
} from './repository.ts';

export const nameTaken = () => problem('OrganisationTaken', { fields: { organisationName: { problem: 'OrganisationTaken' } } });

interface Changing {
  readonly origin: AuditOrigin;
  readonly approval: Approval;
}

export const asApprovalTarget = (row: OrganisationRow): ApprovalTarget => ({
  id: row.organisation_id,
  userId: null,
  name: row.name,
  organisationId: row.organisation_id,
  state: JSON.stringify([row.mfa_required, row.four_eyes, row.approved]),
  systemOnly: false,
});

export const beforeOf = (row: OrganisationRow): ApprovalDetail => ({
  organisationName: row.name,
  mfaRequired: row.mfa_required,
  required: row.mfa_required,
  approved: row.approved,
  fourEyes: row.four_eyes,
});

/** The act of a change. A single administrator who could end a rule would not be bound by it. */
export async function actOfUpdate(
  tx: Transaction,
  row: OrganisationRow,
  { set, body }: { readonly set: Updateable<OrganisationsTable>; readonly body: Changes },
  countedLimit: number,
): Promise<Act> {
  const changesRule = set.mfa_required !== undefined || set.four_eyes === false;
  const { userIds, administrators } =
    set.approved === undefined
      ? { userIds: [], administrators: 0 }
      : await findMembers(tx, row.organisation_id, countedLimit + 1);
  const effects: Effect[] = [
    ...(changesRule ? (['changesRule'] as const) : []),
    ...(set.approved === true && administrators > 0 ? (['givesAdministration'] as const) : []),
    ...(set.approved === false && userIds.length > 0 ? (['endsAccess'] as const) : []),
  ];
  return {
    target: asApprovalTarget(row),
    effects,
    concerned: { administrator: administrators > 0, systemAdministrator: false },
    detail: body,
    before: beforeOf(row),
    userIds,
    systemOnly: true,
  };
}

export async function updateOrganisation(
  tx: Transaction,
  call: Changing,
  row: OrganisationRow,
  body: Changes,
): Promise<Organisation> {
  const organisationId = row.organisation_id;
  const { set, fields } = differences(row, body);
  if (Object.keys(fields).length > 0) {
    await withUnique({ organisations_name: nameTaken }, () => changeOrganisation(tx, organisationId, set));
    if (set.approved === false) await endAccess(tx, organisationId);
    await appendAuditEvent(tx, call.origin, {
      action: 'Organisations.Update',
      target: row.name,
      organisationId,
      details: { fields, ...call.approval },
    });
  }
  return present(tx, organisationId);
}

export async function setMfaRule(tx: Transaction, call: Changing, row: OrganisationRow, required: boolean) {
  const organisationId = row.organisation_id;
  if (row.mfa_required !== required) await changeOrganisation(tx, organisationId, { mfa_required: required });
  const toEnrol = await countToEnrol(tx, organisationId);
  if (row.mfa_required !== required)
    await appendAuditEvent(tx, call.origin, {
      action: 'Organisations.SetMfaRequired',
      target: row.name,
      organisationId,
      details: { required, toEnrol, ...call.approval },
    });
  return { required, toEnrol };
}

export const approvedOrganisationActs: ApprovableActs<'Organisations.Update' | 'Organisations.SetMfaRequired'> = {
  'Organisations.Update': {
    lock: lockFor((person) => mayManageOrganisations(person)),
    carryOut: async (tx, call, { targetId, detail }) => {
      const { organisationName, mfaRequired, approved, fourEyes } = detail;
      const asked = { organisationName, mfaRequired, approved, fourEyes };
      const row = await lockOrganisation(tx, targetId);
      if (row) await updateOrganisation(tx, call, row, asked);
    },
  },
  'Organisations.SetMfaRequired': {
    lock: lockFor(maySetMfaRule),
    carryOut: async (tx, call, { targetId, detail }) => {
      const row = await lockOrganisation(tx, targetId);
      if (row && detail.required !== undefined) await setMfaRule(tx, call, row, detail.required);
    },
  },
};

function lockFor(may: typeof maySetMfaRule): ApprovableActs<'Organisations.Update'>['Organisations.Update']['lock'] {
  return async (tx, organisationId) => {
    const row = await lockOrganisation(tx, organisationId);
    if (!row) return undefined;
    const { name, state } = asApprovalTarget(row);
    return { name, state, may: (person) => (may(person, organisationId) ? null : 'Forbidden') };
  };
}

/** Without approval no user of the organisation can log in or stay logged in. @throws LastSystemAdministrator */
async function endAccess(tx: Transaction, organisationId: string): Promise<void> {
  await endSessionsIn(tx, organisationId);
  // A key must not come back to life when the organisation is approved again.
  await deleteKeysIn(tx, organisationId);
  await requireSystemAdministrator(tx);
}

export async function present(tx: Transaction, organisationId: string): Promise<Organisation> {
  const row = await findOrganisation(tx, organisationId);
  if (!row) throw problem('NotFound');
  return presentOrganisation(row);
}

type Changes = CallOf<'Organisations.Update'>['body'];

export function differences(row: OrganisationRow, body: Changes) {
  const set: Updateable<OrganisationsTable> = {};
  const fields: Partial<Record<keyof Changes, { from: unknown; to: unknown }>> = {};
  if (body.organisationName !== undefined && body.organisationName !== row.name) {
    set.name = body.organisationName;
    fields.organisationName = { from: row.name, to: body.organisationName };
  }
  if (body.mfaRequired !== undefined && body.mfaRequired !== row.mfa_required) {
    set.mfa_required = body.mfaRequired;
    fields.mfaRequired = { from: row.mfa_required, to: body.mfaRequired };
  }
  if (body.approved !== undefined && body.approved !== row.approved) {
    set.approved = body.approved;
    fields.approved = { from: row.approved, to: body.approved };
  }
  if (body.fourEyes !== undefined && body.fourEyes !== row.four_eyes) {
    set.four_eyes = body.fourEyes;
    fields.fourEyes = { from: row.four_eyes, to: body.fourEyes };
  }
  return { set, fields };
}
