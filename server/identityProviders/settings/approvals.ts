/** Acts on one connection that another administrator has to approve where two pairs of eyes are required. */
import type { ApprovalDetail } from '../../../api/contract/approvals.shapes.ts';
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import type { Effect } from '../../../api/contract/call.ts';
import { inScope } from '../../../api/contract/person.ts';
import { isEqual, type LinkedUsers } from './linked.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import type { Act, ActDetail, CarriedOutAct, Approval, ApprovedCall } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { lockAnyConnection, lockConnection, presented, type ConnectionRow, type LockedConnection } from './repository.ts';

type ConnectionCall = CallOf<'Connections.Enable'> | CallOf<'Connections.ReplaceMetadata'>;

interface ConnectionAct {
  /** The details of the approval; null if the act needs none. */
  readonly detail: ActDetail | null;
  readonly before?: ApprovalDetail;
  /** Whether it ends the access of users. */
  readonly ends?: true;
  readonly carryOut: (approval: Approval) => Promise<void>;
}

const endingEffects = ({ userIds }: LinkedUsers): Effect[] => (userIds.length > 0 ? ['endsAccess'] : []);

/**
 * Locks the connection, has the act approved, and carries it out.
 * @param actOn decides the act by the connection's present state; undefined if there is nothing to do
 * @throws NotFound, ApprovalNeeded
 */
export async function changeConnection(
  context: Pick<Context, 'db' | 'config' | 'publicUrl'>,
  call: ConnectionCall,
  actOn: (tx: Transaction, locked: LockedConnection) => ConnectionAct | undefined | Promise<ConnectionAct | undefined>,
): Promise<Connection> {
  const changed = await transaction(context.db, async (tx) => {
    const locked = await lockConnection(tx, call);
    const act = await actOn(tx, locked);
    if (act) {
      const approval = act.detail ? await approveOrRequest(context, tx, call, asAct(locked, { ...act, detail: act.detail })) : {};
      if (!approval) return null;
      await act.carryOut(approval);
    }
    return presented(context, tx, locked.row.connection_id);
  });
  return requireApproved(changed);
}

/** Who controls the connection controls what it opens, and who switches it off ends the access of all who log in with it. */
const asAct = (
  { organisation, row, linked }: LockedConnection,
  { detail, before, ends }: ConnectionAct & { readonly detail: ActDetail },
): Act => ({
  target: {
    id: row.connection_id,
    userId: null,
    name: organisation.name,
    organisationId: organisation.organisation_id,
    state: stateOf(row),
    systemOnly: linked.reachBeyond,
  },
  effects: ends
    ? endingEffects(linked)
    : ['trustsProvider', ...(linked.concerned.administrator ? (['takesOverAccount'] as const) : [])],
  concerned: linked.concerned,
  ...(ends && { userIds: linked.userIds }),
  detail: { connection: row.name, organisationPublicId: organisation.organisation_id, ...detail },
  before: { enabled: row.enabled, ...before },
});

/** The state that an approval is for: everything that the connection is trusted with. */
export const stateOf = (row: ConnectionRow): string =>
  JSON.stringify([
    ...[row.enabled, row.vendor, row.issuer, row.client_id, row.mfa_trust, row.mfa_values, row.creates_users],
    ...[row.metadata_url, row.metadata_hash, row.groups_claim, row.administrator_mfa, row.matches_directory],
  ]);

/** Everything that the connection is trusted with, as the approver reads it. */
export const settingsOf = (row: ConnectionRow): ActDetail => ({
  ...{ vendor: row.vendor, mfaTrust: row.mfa_trust, mfaValues: row.mfa_values, administratorMfa: row.administrator_mfa },
  ...{ createsUsers: row.creates_users, matchesDirectory: row.matches_directory, groupsClaim: row.groups_claim ?? '' },
  ...(row.issuer !== null && { issuer: row.issuer }),
  ...(row.client_id !== null && { clientId: row.client_id }),
  ...(row.metadata_url !== null && { metadataUrl: row.metadata_url }),
  ...(row.sso_url !== null && { ssoUrl: row.sso_url }),
});

/** Carries out the same act once it is approved. */
export const approvedChange = (
  carryOut: (tx: Transaction, call: ApprovedCall, locked: LockedConnection, detail: ActDetail) => Promise<void>,
): CarriedOutAct => ({
  lock: async (tx, connectionId, { organisationPublicId = '' }, now) => {
    const locked = await lockAnyConnection(tx, organisationPublicId, connectionId, now);
    return (
      locked && {
        name: locked.organisation.name,
        state: stateOf(locked.row),
        may: (person) => (inScope(person, organisationPublicId) && isEqual(person, locked.linked) ? null : 'Forbidden'),
      }
    );
  },
  carryOut: async (tx, call, { targetId, detail }) => {
    const locked = await lockAnyConnection(tx, detail.organisationPublicId ?? '', targetId, call.now);
    if (locked) await carryOut(tx, call, locked, detail);
  },
});
