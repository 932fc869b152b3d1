/**
 * Other metadata of the same SAML provider, while it is on: a new certificate arrives without an end of all log-ins. Whoever puts in a
 * certificate can log in as each user, so that it weighs as much as enabling.
 */
import { sql } from 'kysely';
import type { Connection } from '../../../api/contract/connections.ts';
import { inScope } from '../../../api/contract/person.ts';
import type { Context } from '../../context.ts';
import { transaction, type Transaction } from '../../db/database.ts';
import { lockAnyOrganisation, lockOrganisation, type AdministeredOrganisation } from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import { problem } from '../../http/problem.ts';
import type { Act, ApprovableActs } from '../../operations/acts.ts';
import { approveOrRequest } from '../../operations/request.ts';
import { stateOf } from '../enabling.ts';
import { recordChange, type Changing } from '../recordChange.ts';
import { Refused } from '../refused.ts';
import { lockConnection, type ConnectionRow } from '../repository.ts';
import { presented, requireConnection } from '../service.ts';
import { findFingerprints } from './certificates.ts';
import { readMetadata, type ProviderMetadata } from './metadata.ts';
import { asInvalid, fetched, requireSame, storeMetadata, takenFrom } from './source.ts';

const ACTION = 'Connections.ReplaceMetadata';

/** What was sent, as it was read before the transaction. */
interface Replacement {
  readonly text: string;
  /** Null: it was pasted. */
  readonly address: string | null;
  readonly found: ProviderMetadata;
}

/** @throws Invalid for what is no metadata of this provider, ConnectionIncomplete, ApprovalNeeded, NotFound */
export async function replaceMetadata(
  context: Pick<Context, 'db' | 'config' | 'publicUrl'>,
  fetch: OutboundFetch,
  call: CallOf<'Connections.ReplaceMetadata'>,
): Promise<Connection> {
  const { person, params } = call;
  const known = await requireConnection(context.db, call);
  if (known.kind !== 'saml' || known.issuer === null) throw problem('ConnectionIncomplete');
  const replacement = await read(fetch, known, call.body, call.now);
  const changed = await transaction(context.db, async (tx) => {
    const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
    const row = await lockConnection(tx, organisation.organisation_id, params.connectionId);
    if (!row) throw problem('NotFound');
    // It may have been off meanwhile, and have become another one.
    if (row.issuer !== known.issuer) throw problem('Conflict');
    const approval = row.enabled ? await approveOrRequest(context, tx, call, actOf(organisation, row, replacement)) : {};
    if (!approval) return undefined;
    await replace(tx, { ...call, approval }, organisation, row, replacement);
    return presented(context, tx, row.connection_id);
  });
  // The recorded request must not be rolled back.
  if (!changed) throw problem('ApprovalNeeded');
  return changed;
}

/** @throws Invalid */
async function read(
  fetch: OutboundFetch,
  { issuer }: ConnectionRow,
  { metadata, metadataUrl }: CallOf<'Connections.ReplaceMetadata'>['body'],
  now: Date,
): Promise<Replacement> {
  const address = metadata === undefined ? (metadataUrl ?? null) : null;
  try {
    const text = metadata ?? (address === null ? '' : await fetched(fetch, address));
    const found = readMetadata(text, now);
    requireSame(found, issuer);
    return { text, address, found };
  } catch (error) {
    throw asInvalid(error, address === null ? 'metadata' : 'metadataUrl');
  }
}

async function replace(
  tx: Transaction,
  call: Changing,
  organisation: AdministeredOrganisation,
  { connection_id: connectionId, name: connection }: ConnectionRow,
  { found, address }: Replacement,
): Promise<void> {
  const before = await findFingerprints(tx, connectionId);
  await storeMetadata(tx, connectionId, takenFrom(found, address, call.now));
  // What is being read from the former address belongs to another version.
  await tx
    .updateTable('connections')
    .set({ version: sql`version + 1` })
    .where('connection_id', '=', connectionId)
    .execute();
  const after = await findFingerprints(tx, connectionId);
  await recordChange(tx, call, organisation, {
    action: ACTION,
    target: connection,
    details: {
      ...(address !== null && { metadataUrl: address }),
      ssoUrl: found.ssoUrl,
      certificatesBefore: before,
      certificatesAfter: after,
    },
    mail: { template: 'metadataReplaced', data: { connection } },
  });
}

const actOf = (organisation: AdministeredOrganisation, row: ConnectionRow, { text, address, found }: Replacement): Act => ({
  target: {
    id: row.connection_id,
    userId: null,
    name: organisation.name,
    organisationId: organisation.organisation_id,
    state: stateOf(row),
    systemOnly: false,
  },
  effects: ['trustsProvider'],
  detail: {
    connection: row.name,
    issuer: found.issuer,
    ...(address !== null && { metadataUrl: address }),
    ssoUrl: found.ssoUrl,
    certificates: found.certificates.map(({ fingerprint, notAfter }) => `${fingerprint} (${notAfter.toISOString()})`),
    organisationPublicId: organisation.organisation_id,
    metadata: text,
  },
});

export const approvedMetadata: ApprovableActs<'Connections.ReplaceMetadata'> = {
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
    carryOut: async (tx, call, { targetId, detail: { organisationPublicId = '', metadata = '', metadataUrl = null } }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      const row = organisation && (await lockConnection(tx, organisationPublicId, targetId));
      if (row)
        await replace(tx, call, organisation, row, {
          text: metadata,
          address: metadataUrl,
          found: stillGood(metadata, call.now),
        });
    },
  },
};

/** It was good when it was asked for. @throws TargetChanged */
function stillGood(text: string, now: Date): ProviderMetadata {
  try {
    return readMetadata(text, now);
  } catch (error) {
    throw error instanceof Refused ? problem('TargetChanged') : error;
  }
}
