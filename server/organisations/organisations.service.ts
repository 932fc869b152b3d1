/** Changes to organisations: load with lock, change what differs, audit. */
import type { Updateable } from 'kysely';
import type { Organisation } from '../../api/contract/organisations.ts';
import { isSystemAdmin } from '../../api/contract/person.ts';
import { mayEndSessionsIn, mayManageOrganisations, maySetMfaRule } from '../../api/contract/organisations.policy.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/audit.append.ts';
import type { OrganisationsTable } from '../db/schema.ts';
import { requireSystemAdministrator } from '../session/systemAdministrators.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { presentOrganisation } from './organisations.presenter.ts';
import {
  changeOrganisation,
  countToEnrol,
  endSessionsFor,
  endSessionsIn,
  findOrganisation,
  insertOrganisation,
  lockOrganisation,
  type OrganisationRow,
} from './organisations.repository.ts';

const nameTaken = () => problem('OrganisationTaken', { fields: { organisationName: { problem: 'OrganisationTaken' } } });
const idTaken = () => problem('OrganisationTaken', { fields: { publicId: { problem: 'OrganisationTaken' } } });

export function organisationsService({ db }: Context) {
  return {
    async register({ name, params, person, origin, now }: CallOf<'Organisations.Register'>): Promise<Organisation> {
      if (!mayManageOrganisations(person)) throw problem('Forbidden');
      const { publicId, organisationName } = params;
      return transaction(db, async (tx) => {
        await withUnique({ organisations_pkey: idTaken, organisations_name: nameTaken }, () =>
          insertOrganisation(tx, publicId, organisationName, now),
        );
        await appendAuditEvent(tx, origin, { action: name, target: organisationName, organisationId: publicId });
        return present(tx, publicId);
      });
    },

    async update({ name, params: { publicId }, body, person, origin }: CallOf<'Organisations.Update'>): Promise<Organisation> {
      if (!mayManageOrganisations(person)) throw problem('Forbidden');
      return transaction(db, async (tx) => {
        const row = await lockOrganisation(tx, publicId);
        if (!row) throw problem('NotFound');
        const { set, fields } = differences(row, body);
        if (Object.keys(fields).length > 0) {
          await withUnique({ organisations_name: nameTaken }, () => changeOrganisation(tx, publicId, set));
          if (set.approved === false) await endAccess(tx, publicId);
          await appendAuditEvent(tx, origin, { action: name, target: row.name, organisationId: publicId, details: { fields } });
        }
        return present(tx, publicId);
      });
    },

    async endSessions({ name, params: { publicId }, person, session, origin }: CallOf<'Organisations.EndSessions'>) {
      return transaction(db, async (tx) => {
        const row = await lockOrganisation(tx, publicId);
        if (!row || !mayEndSessionsIn(person, publicId)) throw problem('NotFound');
        const reach = isSystemAdmin(person) ? 'everybody' : 'members';
        const ended = await endSessionsFor(tx, publicId, session?.sessionId ?? null, reach);
        await appendAuditEvent(tx, origin, {
          action: name,
          target: row.name,
          organisationId: publicId,
          details: { sessionsEnded: ended },
        });
        return { ended };
      });
    },

    /** The MFA rule of the caller's organisation. No session ends: users without MFA enrol at their next login. */
    async setMfaRequired({ name, params: { required }, person, origin }: CallOf<'Organisations.SetMfaRequired'>) {
      return transaction(db, async (tx) => {
        const row = await lockOrganisation(tx, person.organisationId);
        if (!row || !maySetMfaRule(person, row.organisation_id)) throw problem('NotFound');
        if (row.mfa_required !== required) await changeOrganisation(tx, row.organisation_id, { mfa_required: required });
        const toEnrol = await countToEnrol(tx, row.organisation_id);
        if (row.mfa_required !== required)
          await appendAuditEvent(tx, origin, {
            action: name,
            target: row.name,
            organisationId: row.organisation_id,
            details: { required, toEnrol },
          });
        return { required, toEnrol };
      });
    },
  };
}

/** Without approval no user of the organisation can log in or stay logged in. @throws LastSystemAdministrator */
async function endAccess(tx: Transaction, organisationId: string): Promise<void> {
  await endSessionsIn(tx, organisationId);
  await requireSystemAdministrator(tx);
}

async function present(tx: Transaction, organisationId: string): Promise<Organisation> {
  const row = await findOrganisation(tx, organisationId);
  if (!row) throw problem('NotFound');
  return presentOrganisation(row);
}

type Changes = CallOf<'Organisations.Update'>['body'];

function differences(row: OrganisationRow, body: Changes) {
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
  return { set, fields };
}
