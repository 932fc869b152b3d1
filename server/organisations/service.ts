/** Changes to organisations: load with lock, change what differs, audit. */
import type { Organisation } from '../../api/contract/organisations.ts';
import { isSystemAdmin } from '../../api/contract/person.ts';
import { mayEndSessionsIn, mayManageOrganisations, maySetMfaRule } from '../../api/contract/organisations.policy.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { approveOrRequest, requireApproved } from '../approvals/request.ts';
import {
  actOfUpdate,
  asApprovalTarget,
  beforeOf,
  differences,
  nameTaken,
  present,
  setMfaRule,
  updateOrganisation,
} from './change.ts';
import { endSessionsFor, insertOrganisation, lockOrganisation } from './repository.ts';

const idTaken = () => problem('OrganisationTaken', { fields: { publicId: { problem: 'OrganisationTaken' } } });

export function organisationsService({ db, config }: Pick<Context, 'db' | 'config'>) {
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

    async update(call: CallOf<'Organisations.Update'>): Promise<Organisation> {
      const { params, body, person } = call;
      if (!mayManageOrganisations(person)) throw problem('Forbidden');
      const updated = await transaction(db, async (tx) => {
        const row = await lockOrganisation(tx, params.publicId);
        if (!row) throw problem('NotFound');
        const { set } = differences(row, body);
        const act = await actOfUpdate(tx, row, { set, body }, config.FOUR_EYES_BULK);
        const approval = await approveOrRequest({ config }, tx, call, act);
        return approval ? updateOrganisation(tx, { ...call, approval }, row, body) : null;
      });
      return requireApproved(updated);
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
    async setMfaRequired(call: CallOf<'Organisations.SetMfaRequired'>) {
      const { params, person } = call;
      const changed = await transaction(db, async (tx) => {
        const row = await lockOrganisation(tx, person.organisationId);
        if (!row || !maySetMfaRule(person, row.organisation_id)) throw problem('NotFound');
        const { required } = params;
        const approval = await approveOrRequest({ config }, tx, call, {
          target: asApprovalTarget(row),
          effects: row.mfa_required === required ? [] : ['changesRule'],
          detail: { required },
          before: beforeOf(row),
        });
        return approval ? setMfaRule(tx, { ...call, approval }, row, required) : null;
      });
      return requireApproved(changed);
    },
  };
}
