/** Reads a SAML provider's metadata: as it was pasted, or from its address through the guarded fetch. */
import type { Updateable } from 'kysely';
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import type { Transaction } from '../../db/database.ts';
import type { ConnectionsTable } from '../../db/schema/federation.ts';
import { ResponseTooLargeError, type OutboundFetch } from '../../http/outbound.ts';
import { problem as problemOf } from '../../http/problem.ts';
import { sha256 } from '../../session/tokens.ts';
import { asRefused, Refused } from '../logIn/refused.ts';
import type { ConnectionRow } from '../settings/repository.ts';
import { replaceCertificates, type Certificate } from './certificates.ts';
import { readMetadata, type ProviderMetadata } from './metadata.ts';

const HTTP_OK = 200;

/** The columns of a connection that come from its metadata. */
export interface TakenMetadata {
  readonly set: Updateable<ConnectionsTable>;
  /** Undefined: the certificates stay as they were. */
  readonly certificates?: readonly Certificate[];
}

/** @returns its text. @throws Refused */
export async function fetched(fetch: OutboundFetch, address: string): Promise<string> {
  try {
    const response = await fetch(address, { headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' } });
    if (response.status !== HTTP_OK) throw new Error('The metadata is not there', { cause: response });
    return await response.text();
  } catch (error) {
    if (error instanceof ResponseTooLargeError) throw new Refused('metadataTooLarge');
    const refused = asRefused(error, 'metadata');
    throw refused.problem === 'metadata' ? new Refused('metadataStatus', refused.detail) : refused;
  }
}

/** @param expected the issuer that the metadata must have. @throws Refused */
export function requireSame({ issuer }: ProviderMetadata, expected: string | null): void {
  if (expected !== null && issuer !== expected) throw new Refused('otherProvider');
}

const setOf = ({ issuer, ssoUrl, sloUrl, isSloByForm }: ProviderMetadata, now: Date) => ({
  issuer,
  sso_url: ssoUrl,
  slo_url: sloUrl,
  slo_by_form: isSloByForm,
  metadata_at: now,
  metadata_problem: null,
});

/**
 * Reads metadata from an address; if it can't be read, the reason is stored, and it is read again later.
 * @param known the present metadata of a provider that is on: the issuer must stay the same, and the metadata holds until it can be
 * replaced
 */
export async function takeAddress(
  fetch: OutboundFetch,
  address: string,
  now: Date,
  known?: Pick<ConnectionRow, 'issuer'>,
): Promise<TakenMetadata> {
  try {
    const found = readMetadata(await fetched(fetch, address), now);
    requireSame(found, known?.issuer ?? null);
    return takenFrom(found, address, now);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error as { problem: ConnectionProblem };
    if (known) return { set: { metadata_at: now, metadata_problem: problem } };
    const nothing = { issuer: null, sso_url: null, slo_url: null, metadata_at: now, metadata_problem: problem };
    return { set: { metadata_url: address, metadata_hash: null, ...nothing }, certificates: [] };
  }
}

/** @throws Invalid */
export function takePasted(text: string, now: Date): TakenMetadata {
  try {
    return takenFrom(readMetadata(text, now), null, now);
  } catch (error) {
    throw asInvalid(error, 'metadata');
  }
}

/** @param field the field in which the metadata was entered */
export const asInvalid = (error: unknown, field: 'metadata' | 'metadataUrl'): unknown =>
  error instanceof Refused ? problemOf('Invalid', { fields: { [field]: { metadata: error.problem } } }) : error;

/** @param address null: the metadata was pasted, and an approval is for its content */
export function takenFrom(found: ProviderMetadata, address: string | null, now: Date): TakenMetadata {
  const { issuer, ssoUrl, sloUrl, certificates } = found;
  const content = JSON.stringify([issuer, ssoUrl, sloUrl, certificates.map(({ fingerprint }) => fingerprint)]);
  const hash = address === null ? sha256(content).toString('hex') : null;
  return { set: { metadata_url: address, metadata_hash: hash, ...setOf(found, now) }, certificates };
}

export async function storeMetadata(tx: Transaction, connectionId: string, taken: TakenMetadata): Promise<void> {
  await tx.updateTable('connections').set(taken.set).where('connection_id', '=', connectionId).execute();
  if (taken.certificates) await replaceCertificates(tx, connectionId, taken.certificates);
}
