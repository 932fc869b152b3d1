/** Passkeys of a foreign person, as far as they can be taken: those that were made for the domain of this installation. */
import { keyName } from '../../api/contract/rules/keyName.ts';
import { deviceOf } from '../passkeys/devices.ts';
import { readPublicKey } from '../passkeys/publicKey.ts';
import type { ImportedPasskey } from '../accounts/imported.ts';
import type { ForeignPasskey, ForeignPerson, Notice } from './person.ts';

/** What a passkey has to fit here. */
export interface PasskeyRules {
  /** The relying party; empty: not known. */
  readonly rpId: string;
  /** How many a user may have. */
  readonly mostPasskeys: number;
}

/** WebAuthn level 3, 4 (credential ID). */
const [MIN_ID_BYTES, MAX_ID_BYTES] = [16, 1023];
const MAX_COUNT = 2 ** 32 - 1;
/** Names of the registry of WebAuthn; others tell a browser nothing. */
const TRANSPORTS: readonly string[] = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'];

const bytesOf = (text: string): Buffer => (/^[\w+/-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : Buffer.alloc(0));

/** @returns the passkey as `passkeys` stores it, or why it can't be used */
function readPasskey(former: ForeignPasskey): ImportedPasskey | 'broken' | 'algorithm' {
  const credentialId = bytesOf(former.credentialId);
  const { counter, userHandle } = former;
  if (credentialId.length < MIN_ID_BYTES || credentialId.length > MAX_ID_BYTES || userHandle === '') return 'broken';
  if (!Number.isInteger(counter) || counter < 0 || counter > MAX_COUNT) return 'broken';
  const publicKey = readPublicKey(bytesOf(former.publicKey));
  if (typeof publicKey === 'string') return publicKey;
  return {
    credentialId: credentialId.toString('base64url'),
    userHandle,
    publicKey: Buffer.from(publicKey).toString('base64'),
    signCount: counter,
    transports: TRANSPORTS.filter((transport) => former.transports.includes(transport)),
    name: nameOf(former.name),
    device: deviceOf(former.aaguid, undefined),
  };
}

const nameOf = (label: string): string => (keyName.holds(label.trim()) && label.trim()) || 'Passkey';

const domainOf = (text: string): string => text.trim().toLowerCase();

/** @param formerDomain what their domain was, for those of which the file does not say it */
export function passkeysOf(
  { passkeys }: Pick<ForeignPerson, 'passkeys'>,
  formerDomain: string,
  { rpId, mostPasskeys }: PasskeyRules,
): { readonly credentialIds: readonly string[]; readonly notices: readonly Notice[] } {
  const credentialIds = new Set<string>();
  const notices = passkeys.flatMap((former): Notice[] => {
    const domain = domainOf(former.rpId) || domainOf(formerDomain);
    if (domain === '' || domain !== rpId)
      return [{ code: 'passkeyDropped', ...(domain !== '' && { value: domain.slice(0, 255) }) }];
    const passkey = readPasskey(former);
    if (passkey === 'broken') return [{ code: 'passkeyBroken' }];
    if (passkey === 'algorithm') return [{ code: 'passkeyAlgorithm' }];
    if (credentialIds.has(passkey.credentialId)) return [{ code: 'passkeyTaken' }];
    if (credentialIds.size >= mostPasskeys) return [{ code: 'passkeyTooMany' }];
    credentialIds.add(passkey.credentialId);
    return [];
  });
  return { credentialIds: [...credentialIds], notices };
}

/** Those of them that were judged to come. */
export function chosenPasskeys(
  { passkeys }: Pick<ForeignPerson, 'passkeys'>,
  credentialIds: readonly string[],
): ImportedPasskey[] {
  const found = new Map<string, ImportedPasskey>();
  for (const former of passkeys) {
    const passkey = readPasskey(former);
    if (typeof passkey !== 'string' && credentialIds.includes(passkey.credentialId) && !found.has(passkey.credentialId))
      found.set(passkey.credentialId, passkey);
  }
  return [...found.values()];
}
