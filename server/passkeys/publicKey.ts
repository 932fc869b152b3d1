/** Public keys of passkeys in COSE (RFC 9053): those of another system, which has checked them by rules of its own. */
import { createPublicKey } from 'node:crypto';
import { cose, COSEALG, decodeCredentialPublicKey, isoCBOR } from '@simplewebauthn/server/helpers';
import { ALGORITHMS } from './relyingParty.ts';

/** RSA of 8192 bits with its labels. */
const MAX_KEY_BYTES = 1100;
const [MIN_RSA_BITS, MAX_RSA_BITS] = [2048, 8192];

type Labels = ReadonlyMap<number, unknown>;

/** @returns the key with nothing but its labels; `algorithm` for one that no login here accepts */
export function readPublicKey(bytes: Uint8Array): Uint8Array | 'broken' | 'algorithm' {
  if (bytes.length > MAX_KEY_BYTES) return 'broken';
  try {
    const key: unknown = decodeCredentialPublicKey(new Uint8Array(bytes));
    if (!(key instanceof Map)) return 'broken';
    const labels = key as Labels;
    const algorithm = labels.get(cose.COSEKEYS.alg);
    if (typeof algorithm !== 'number') return 'broken';
    const accepted = ALGORITHMS.find((each) => (each as number) === algorithm);
    if (accepted === undefined) return 'algorithm';
    const { kept, jwk } = partsOf(accepted, labels);
    requireStrength(createPublicKey({ key: jwk, format: 'jwk' }).asymmetricKeyDetails?.modulusLength);
    return isoCBOR.encode(new Map(kept.map((label) => [label, labels.get(label) as number | Uint8Array])));
  } catch {
    return 'broken';
  }
}

/** What makes a key of this algorithm. @throws Error for a key of another type or on another curve */
function partsOf(algorithm: COSEALG, labels: Labels) {
  const { kty, alg, crv, x, y, n, e } = cose.COSEKEYS;
  const { COSEKTY, COSECRV } = cose;
  const textOf = (label: number): string => {
    const bytes = labels.get(label);
    if (!(bytes instanceof Uint8Array)) throw new Error('A part of the key is missing');
    return Buffer.from(bytes).toString('base64url');
  };
  const require = (label: number, value: number) => {
    if (labels.get(label) !== value) throw new Error('The key is not of its algorithm');
  };
  if (algorithm === COSEALG.RS256) {
    require(kty, COSEKTY.RSA);
    return { kept: [kty, alg, n, e], jwk: { kty: 'RSA', n: textOf(n), e: textOf(e) } };
  }
  if (algorithm === COSEALG.EdDSA) {
    require(kty, COSEKTY.OKP);
    require(crv, COSECRV.ED25519);
    return { kept: [kty, alg, crv, x], jwk: { kty: 'OKP', crv: 'Ed25519', x: textOf(x) } };
  }
  require(kty, COSEKTY.EC2);
  require(crv, COSECRV.P256);
  return { kept: [kty, alg, crv, x, y], jwk: { kty: 'EC', crv: 'P-256', x: textOf(x), y: textOf(y) } };
}

function requireStrength(rsaBits: number | undefined): void {
  if (rsaBits !== undefined && (rsaBits < MIN_RSA_BITS || rsaBits > MAX_RSA_BITS))
    throw new Error('The key is too short or too long');
}
