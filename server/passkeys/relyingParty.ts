/** Checks what authenticators send, by WebAuthn level 3. Relying party and origin are those of PUBLIC_URL, never of the request. */
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { COSEALG, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion } from '../../api/contract/webauthn.ts';
import type { Context } from '../context.ts';

/** Algorithms in order of preference: Ed25519, P-256, RSA. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** Expected origin and relying party ID of an assertion. */
interface StoredKey {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Null before the first use of a passkey that comes from another system. */
  readonly backupEligible: boolean | null;
}

export interface Assertion {
  readonly signCount: number;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

export type Registration = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** A P-256 public key whose private key is unknown: an unknown passkey is checked with it, which takes as long as a known one. */
const DUMMY_PUBLIC_KEY = isoBase64URL.toBuffer(
  'pQECAyYgASFYINOMeJ-NabYYPY7LorHK5BB8UkU4mEksNpKAwzpD2eXrIlggyQdXyDx8wz44Kjr565X02OZaCFTNxpXAXLcYgCn64vs',
);

export const relyingParty = ({ publicUrl }: Pick<Context, 'publicUrl'>) => {
  const rpId = () => new URL(publicUrl()).hostname;
  const origin = () => new URL(publicUrl()).origin;
  return {
    rpId,

    /** @returns undefined for a registration that is not valid. The caller has used the challenge up. */
    async checkRegistration(response: RegistrationResponseJSON): Promise<Registration | undefined> {
      const challenge = challengeOf(response);
      if (challenge === undefined) return undefined;
      const checked = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin(),
        expectedRPID: rpId(),
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined);
      return checked?.registrationInfo;
    },

    /**
     * @returns undefined for an assertion that is not valid, `changed` for one of a credential that has become another kind. The caller compares the counter, and has used the challenge up.
     */
    async checkAssertion(response: PasskeyAssertion, stored: StoredKey | undefined): Promise<Assertion | 'changed' | undefined> {
      const challenge = challengeOf(response) ?? '';
      const checked = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin(),
        expectedRPID: rpId(),
        requireUserVerification: true,
        // The library would judge the counter before the signature; the database judges it, after the signature.
        credential: { id: response.id, publicKey: stored?.publicKey ?? DUMMY_PUBLIC_KEY, counter: 0 },
      }).catch(() => undefined);
      if (!checked?.verified || !stored) return undefined;
      const { newCounter, credentialDeviceType, credentialBackedUp } = checked.authenticationInfo;
      const backupEligible = credentialDeviceType === 'multiDevice';
      // A credential is made to be synced or not, for good (WebAuthn level 3, 7.2, step 18).
      if (stored.backupEligible !== null && backupEligible !== stored.backupEligible) return 'changed';
      return { signCount: newCounter, backupEligible, backedUp: credentialBackedUp };
    },
  };
};

/** @returns undefined for client data that is no JSON, or of a page inside a frame of another origin */
export function challengeOf({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const { challenge, crossOrigin, topOrigin } = decodeClientDataJSON(response.clientDataJSON);
    return crossOrigin === true || topOrigin !== undefined || typeof challenge !== 'string' ? undefined : challenge;
  } catch {
    return undefined;
  }
}
