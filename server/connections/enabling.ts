/** Lets users log in with an identity provider, which another administrator approves where two pairs of eyes are required. */
import { inScope } from '../../api/contract/person.ts';
import type { Connection } from '../../api/contract/connections.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { lockAnyOrganisation, lockOrganisation, type AdministeredOrganisation } from '../http/administeredOrganisation.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { Act, ApprovableActs } from '../operations/acts.ts';
import { approveOrRequest } from '../operations/request.ts';
import { isRequired } from './breakGlass.ts';
import { recordChange, type Changing } from './recordChange.ts';
import { lockConnection, type ConnectionRow } from './repository.ts';
import { presented } from './service.ts';

const ACTION = 'Connections.Enable';

/** Disabling needs no approval. @throws ConnectionIncomplete, ApprovalNeeded, NotFound */
export async function enableConnection(
  context: Pick<Context, 'db' | 'config' | 'publicUrl'>,
  call: CallOf<'Connections.Enable'>,
): Promise<Connection> {
  const { person, params } = call;
  const { enabled } = params;
  const changed = await transaction(context.db, async (tx) => {
    const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
    const row = await lockConnection(tx, organisation.organisation_id, params.connectionId);
    if (!row) throw problem('NotFound');
    if (row.enabled !== enabled) {
      if (!enabled) await requireAnother(tx, row);
      if (enabled) requireComplete(row);
      const approval = enabled ? await approveOrRequest(context, tx, call, actOf(organisation, row)) : {};
      if (!approval) return undefined;
      await setEnabled(tx, { ...call, approval }, organisation, row, enabled);
    }
    return presented(context, tx, row.connection_id);
  });
  // The recorded request must not be rolled back.
  if (!changed) throw problem('ApprovalNeeded');
  return changed;
}

async function setEnabled(
  tx: Transaction,
  call: Changing,
  organisation: AdministeredOrganisation,
  { connection_id: connectionId, name: connection }: ConnectionRow,
  enabled: boolean,
): Promise<void> {
  await tx.updateTable('connections').set({ enabled }).where('connection_id', '=', connectionId).execute();
  if (!enabled) await endSessionsBy(tx, connectionId);
  await recordChange(tx, call, organisation, {
    action: ACTION,
    target: connection,
    details: { enabled },
    mail: { template: enabled ? 'connectionEnabled' : 'connectionDisabled', data: { connection } },
  });
}

const endSessionsBy = (tx: Transaction, connectionId: string) =>
  tx
    .deleteFrom('sessions')
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('upstream_sessions').select('session_id').where('connection_id', '=', connectionId),
    )
    .execute();

/** The only provider of an organisation that requires one stays on. @throws RequirementsMissing */
async function requireAnother(tx: Transaction, row: ConnectionRow): Promise<void> {
  if (!(await isRequired(tx, row.organisation_id))) return;
  const other = await tx
    .selectFrom('connections')
    .select('connection_id')
    .where('organisation_id', '=', row.organisation_id)
    .where('connection_id', '!=', row.connection_id)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (!other) throw problem('RequirementsMissing');
}

function requireComplete(row: ConnectionRow): void {
  const { kind, issuer, client_id: clientId, client_secret: secret, sso_url: ssoUrl } = row;
  const isComplete = kind === 'saml' ? ssoUrl !== null : clientId !== null && secret !== null;
  if (issuer === null || !isComplete) throw problem('ConnectionIncomplete');
}

const actOf = (organisation: AdministeredOrganisation, row: ConnectionRow): Act => ({
  target: {
    id: row.connection_id,
    userId: null,
    name: organisation.name,
    organisationId: organisation.organisation_id,
    state: stateOf(row),
    systemOnly: false,
  },
  effects: ['trustsProvider'],
  detail: { connection: row.name, issuer: row.issuer ?? '', organisationPublicId: organisation.organisation_id },
});

/** Everything that it is trusted with: an approval is for exactly this. */
export const stateOf = (row: ConnectionRow): string =>
  JSON.stringify([
    ...[row.enabled, row.vendor, row.issuer, row.client_id, row.mfa_trust, row.mfa_values, row.creates_users],
    ...[row.metadata_url, row.metadata_hash, row.groups_claim],
  ]);

export const approvedConnectionActs: ApprovableActs<'Connections.Enable'> = {
  [ACTION]: {
    lock: async (tx, connectionId, { organisationPublicId = '' }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      const row = organisation && (await lockConnection(tx, organisationPublicId, connectionId));
      return (
        row && {
          name: organisation.name,
          state: stateOf(row),
          may: (person) => (inScope(person, organisationPublicId) ? null : 'Forbidden'),
        }
      );
    },
    carryOut: async (tx, call, { targetId, detail: { organisationPublicId = '' } }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      const row = organisation && (await lockConnection(tx, organisationPublicId, targetId));
      if (row) await setEnabled(tx, call, organisation, row, true);
    },
  },
};
