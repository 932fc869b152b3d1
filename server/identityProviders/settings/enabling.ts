/** Lets users log in with an identity provider, which another administrator approves where two pairs of eyes are required. */
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import type { Context } from '../../context.ts';
import { sql, type SqlBool } from 'kysely';
import { actorOf } from '../../approvals/sponsors.ts';
import { endSessionsWhere } from '../../accounts/sessions.ts';
import type { Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { ApprovableActs } from '../../approvals/acts.ts';
import { approvedChange, changeConnection, settingsOf, stateOf } from './approvals.ts';
import { isRequired } from './breakGlass.ts';
import { recordChange, type Changing } from './recordChange.ts';
import type { ConnectionRow, LockedConnection } from './repository.ts';

const ACTION = 'Connections.Enable';

/** Disabling needs no approval. @throws ConnectionIncomplete, RequirementsMissing, ApprovalNeeded, NotFound */
export const enableConnection = (
  context: Pick<Context, 'db' | 'config' | 'publicUrl'>,
  call: CallOf<'Connections.Enable'>,
): Promise<Connection> =>
  changeConnection(context, call, async (tx, locked) => {
    const { row } = locked;
    const { enabled } = call.params;
    if (row.enabled === enabled) return undefined;
    if (enabled) requireComplete(row);
    else await requireAnother(tx, row);
    return {
      detail: enabled ? settingsOf(row) : null,
      carryOut: (approval) => setEnabled(tx, { ...call, approval }, locked, enabled),
    };
  });

async function setEnabled(
  tx: Transaction,
  call: Changing,
  { organisation, row }: LockedConnection,
  enabled: boolean,
): Promise<void> {
  const { connection_id: connectionId, name: connection } = row;
  const enabledBy = enabled ? { enabled_by: actorOf({ person: call.person, session: call.session ?? null }) } : {};
  await tx
    .updateTable('connections')
    .set({ enabled, ...enabledBy })
    .where('connection_id', '=', connectionId)
    .execute();
  if (!enabled) await endSessionsBy(tx, connectionId);
  await recordChange(tx, call, organisation, {
    action: ACTION,
    target: connection,
    details: { enabled },
    mail: {
      template: enabled ? 'connectionEnabled' : 'connectionDisabled',
      data: { connection },
      state: [connectionId, stateOf({ ...row, enabled })],
    },
  });
}

const endSessionsBy = (tx: Transaction, connectionId: string) =>
  endSessionsWhere(
    tx,
    sql<SqlBool>`session_id IN (SELECT session_id FROM upstream_sessions WHERE connection_id = ${connectionId})`,
  );

/** Keeps the only provider on where the organisation requires one. @throws RequirementsMissing */
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

export const approvedConnectionActs: ApprovableActs<'Connections.Enable'> = {
  [ACTION]: approvedChange((tx, call, locked) => setEnabled(tx, call, locked, true)),
};
