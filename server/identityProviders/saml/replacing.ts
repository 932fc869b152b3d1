/**
 * Replaces the metadata of a SAML provider while it is on, so that a new certificate does not interrupt logins. Whoever enters a
 * certificate can log in as any user, so this needs the same approval as enabling.
 */
import { sql } from 'kysely';
import type { Connection } from '../../../api/contract/identityProviders.shapes.ts';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import type { CallOf } from '../../http/call.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import { problem } from '../../http/problem.ts';
import type { ActDetail, ApprovableActs } from '../../approvals/acts.ts';
import { approvedChange, changeConnection, settingsOf } from '../settings/approvals.ts';
import { recordChange, type Changing } from '../settings/recordChange.ts';
import { Refused } from '../logIn/refused.ts';
import { requireConnection, type ConnectionRow, type LockedConnection } from '../settings/repository.ts';
import { findCertificates, findFingerprints, type Certificate } from './certificates.ts';
import { readMetadata, type ProviderMetadata } from './metadata.ts';
import { asInvalid, fetched, requireSame, storeMetadata, takenFrom } from './source.ts';

const ACTION = 'Connections.ReplaceMetadata';

/** The sent metadata, as it was read before the transaction. */
interface Replacement {
  readonly text: string;
  /** Null: the metadata was pasted. */
  readonly address: string | null;
  readonly found: ProviderMetadata;
}

/** @throws Invalid for anything but metadata of this provider, ConnectionIncomplete, ApprovalNeeded, NotFound */
export async function replaceMetadata(
  context: Pick<Context, 'db' | 'config' | 'publicUrl'>,
  fetch: OutboundFetch,
  call: CallOf<'Connections.ReplaceMetadata'>,
): Promise<Connection> {
  const known = await requireConnection(context.db, call);
  if (known.kind !== 'saml' || known.issuer === null) throw problem('ConnectionIncomplete');
  const replacement = await read(fetch, known, call.body, call.now);
  return changeConnection(context, call, async (tx, locked) => {
    // The connection may have been off meanwhile, and its provider may have changed.
    if (locked.row.issuer !== known.issuer) throw problem('Conflict');
    return {
      detail: locked.row.enabled ? detailOf(replacement) : null,
      before: {
        ...settingsOf(locked.row),
        certificates: (await findCertificates(tx, locked.row.connection_id)).map(shownCertificate),
      },
      carryOut: (approval) => replace(tx, { ...call, approval }, locked, replacement),
    };
  });
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
  { organisation, row: { connection_id: connectionId, name: connection } }: LockedConnection,
  { found, address }: Replacement,
): Promise<void> {
  const before = await findFingerprints(tx, connectionId);
  await storeMetadata(tx, connectionId, takenFrom(found, address, call.now));
  // Metadata that is still being read from the former address must not be stored.
  await tx
    .updateTable('connections')
    // A system administrator has said of the former metadata that it counts for administrators.
    .set({ version: sql`version + 1`, ...(!isSystemAdmin(call.person) && { administrator_mfa: false }) })
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

const shownCertificate = ({ fingerprint, notAfter }: Pick<Certificate, 'fingerprint' | 'notAfter'>): string =>
  `${fingerprint} (${notAfter.toISOString()})`;

const detailOf = ({ text, address, found }: Replacement): ActDetail => ({
  issuer: found.issuer,
  ...(address !== null && { metadataUrl: address }),
  ssoUrl: found.ssoUrl,
  certificates: found.certificates.map(shownCertificate),
  metadata: text,
});

export const approvedMetadata: ApprovableActs<'Connections.ReplaceMetadata'> = {
  [ACTION]: approvedChange((tx, call, locked, { metadata: text = '', metadataUrl: address = null }) =>
    replace(tx, call, locked, { text, address, found: stillGood(text, call.now) }),
  ),
};

/** The metadata was valid when it was requested. @throws TargetChanged */
function stillGood(text: string, now: Date): ProviderMetadata {
  try {
    return readMetadata(text, now);
  } catch (error) {
    throw error instanceof Refused ? problem('TargetChanged') : error;
  }
}
