/** The certificates with which a SAML provider signs. */
import { X509Certificate } from 'node:crypto';
import type { Queries, Transaction } from '../../db/database.ts';

const MIN_RSA_BITS = 2048;

export interface Certificate {
  readonly fingerprint: string;
  readonly pem: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** @returns undefined for a text that is no certificate, or whose key is too weak */
export function certificateOf(base64: string): Certificate | undefined {
  try {
    const certificate = new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'));
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
    if (type !== 'rsa' || (details?.modulusLength ?? 0) < MIN_RSA_BITS) return undefined;
    return {
      fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      pem: certificate.toString(),
      notBefore: new Date(certificate.validFrom),
      notAfter: new Date(certificate.validTo),
    };
  } catch {
    return undefined;
  }
}

export async function validCertificates(queries: Queries, connectionId: string, now: Date): Promise<string[]> {
  const rows = await queries
    .selectFrom('connection_certificates')
    .select('pem')
    .where('connection_id', '=', connectionId)
    .where('not_before', '<=', now)
    .where('not_after', '>', now)
    .orderBy('not_after', 'desc')
    .execute();
  return rows.map(({ pem }) => pem);
}

export const findCertificates = (queries: Queries, connectionId: string) =>
  queries
    .selectFrom('connection_certificates')
    .select(['fingerprint', 'not_after as notAfter'])
    .where('connection_id', '=', connectionId)
    .orderBy('fingerprint')
    .execute();

export const findFingerprints = async (queries: Queries, connectionId: string): Promise<string[]> =>
  (await findCertificates(queries, connectionId)).map(({ fingerprint }) => fingerprint);

/** Stores the certificates that the provider has now, and removes the others. */
export async function replaceCertificates(
  tx: Transaction,
  connectionId: string,
  certificates: readonly Certificate[],
): Promise<void> {
  const fingerprints = certificates.map(({ fingerprint }) => fingerprint);
  await tx
    .deleteFrom('connection_certificates')
    .where('connection_id', '=', connectionId)
    .$if(fingerprints.length > 0, (query) => query.where('fingerprint', 'not in', fingerprints))
    .execute();
  if (certificates.length === 0) return;
  await tx
    .insertInto('connection_certificates')
    .values(
      certificates.map(({ fingerprint, pem, notBefore, notAfter }) => ({
        connection_id: connectionId,
        fingerprint,
        pem,
        not_before: notBefore,
        not_after: notAfter,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
