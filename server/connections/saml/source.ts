/** Takes a SAML provider's metadata: as it was pasted, or from its address through the guarded fetch. */
import type { Updateable } from 'kysely';
import type { ConnectionProblem } from '../../../api/contract/connections.calls.ts';
import type { Transaction } from '../../db/database.ts';
import type { ConnectionsTable } from '../../db/schema.ts';
import type { OutboundFetch } from '../../http/outbound.ts';
import { problem as problemOf } from '../../http/problem.ts';
import { sha256 } from '../../session/tokens.ts';
import { asRefused, Refused } from '../refused.ts';
import type { ConnectionRow } from '../repository.ts';
import { replaceCertificates, type Certificate } from './certificates.ts';
import { readMetadata } from './metadata.ts';

const HTTP_OK = 200;

/** What of a connection follows from its metadata. */
export interface TakenMetadata {
  readonly set: Updateable<ConnectionsTable>;
  /** Undefined: as they were. */
  readonly certificates?: readonly Certificate[];
}

/** @param issuer of the provider that it has to be. @throws Refused */
async function fetched(fetch: OutboundFetch, address: string, issuer: string | null) {
  try {
    const response = await fetch(address, { headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' } });
    if (response.status !== HTTP_OK) throw new Error('The metadata is not there', { cause: response });
    const found = readMetadata(await response.text());
    if (issuer !== null && found.issuer !== issuer) throw new Refused('issuer');
    return found;
  } catch (error) {
    throw asRefused(error, 'metadata');
  }
}

const setOf = ({ issuer, ssoUrl, sloUrl }: ReturnType<typeof readMetadata>, now: Date) => ({
  issuer,
  sso_url: ssoUrl,
  slo_url: sloUrl,
  metadata_at: now,
  metadata_problem: null,
});

/**
 * From an address: what can't be read is told with its reason, and read again later.
 * @param known of a provider that is on: it stays the same one, and what was known holds until there is something better
 */
export async function takeAddress(
  fetch: OutboundFetch,
  address: string,
  now: Date,
  known?: Pick<ConnectionRow, 'issuer'>,
): Promise<TakenMetadata> {
  const source = { metadata_url: address, metadata_hash: null };
  try {
    const found = await fetched(fetch, address, known?.issuer ?? null);
    return { set: { ...source, ...setOf(found, now) }, certificates: found.certificates };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { problem } = error as { problem: ConnectionProblem };
    if (known) return { set: { metadata_at: now, metadata_problem: problem } };
    const nothing = { issuer: null, sso_url: null, slo_url: null, metadata_at: now, metadata_problem: problem };
    return { set: { ...source, ...nothing }, certificates: [] };
  }
}

/** @throws Invalid */
export function takePasted(text: string, now: Date): TakenMetadata {
  try {
    const found = readMetadata(text);
    const hash = sha256(JSON.stringify([found.issuer, found.ssoUrl, found.certificates.map((each) => each.fingerprint)]));
    const set = { metadata_url: null, metadata_hash: hash.toString('hex'), ...setOf(found, now) };
    return { set, certificates: found.certificates };
  } catch (error) {
    if (error instanceof Refused) throw problemOf('Invalid', { fields: { metadata: { problem: 'BadRequest' } } });
    throw error;
  }
}

export async function storeMetadata(tx: Transaction, connectionId: string, taken: TakenMetadata): Promise<void> {
  await tx.updateTable('connections').set(taken.set).where('connection_id', '=', connectionId).execute();
  if (taken.certificates) await replaceCertificates(tx, connectionId, taken.certificates);
}
