/** Replaces our key towards SAML providers: before its certificate ends, or at once by the operator. Administrators get a mail. */
import { appendAuditEvent, systemOrigin, type AuditOrigin } from '../../audit/append.ts';
import { transaction, type Db, type Transaction } from '../../db/database.ts';
import type { Keyring } from '../../encryption/keyring.ts';
import { announceReplacedKey } from './announce.ts';
import { newKeyPair } from './ownCertificate.ts';
import { deleteFormerKeys, isReplacementDue, ownKeyDue, replaceOwnKey } from './ownKeys.ts';

/** Replaces the key whose certificate ends, and deletes former ones. Each process may call it at any time: one of them replaces it. */
export async function renewSamlKeys(db: Db, keyring: Keyring, now: Date): Promise<void> {
  await deleteFormerKeys(db, now);
  if (await ownKeyDue(db, now)) await replaceSamlKey(db, keyring, { now, origin: systemOrigin(now), onlyIfDue: true });
}

interface Replacement {
  readonly now: Date;
  readonly origin: AuditOrigin;
  readonly onlyIfDue?: boolean;
}

/** @returns whether it was replaced; not if there are no keys */
export async function replaceSamlKey(
  db: Db,
  keyring: Keyring,
  { now, origin, onlyIfDue = false }: Replacement,
): Promise<boolean> {
  // Made before the transaction, as it takes a second.
  const pair = await newKeyPair();
  return transaction(db, async (tx: Transaction) => {
    const isDue = (notAfter: Date) => !onlyIfDue || isReplacementDue(notAfter, now);
    const until = await replaceOwnKey(tx, keyring, { pair, now, isDue });
    if (!until) return false;
    await appendAuditEvent(tx, origin, { action: 'Operator.ReplaceSamlKey', details: { until: until.toISOString() } });
    await announceReplacedKey(tx, now);
    return true;
  });
}
