/** A software authenticator: real keys and signatures, in the bytes that WebAuthn prescribes. Each part of an answer can be falsified. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { BodyOf, ReplyOf } from '../../api/contract/index.ts';
import type { PasskeyAssertion } from '../../api/contract/webauthn.ts';
import type { Client } from './client.ts';

type Registration = BodyOf<'Passkeys.Create'>['response'];
type CreationOptions = ReplyOf<'Passkeys.RegistrationOptions'>;
type RequestOptions = ReplyOf<'Passkeys.LoginOptions'>;

/** Parts of a response that can be falsified. */
export interface Falsified {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  readonly backupEligible?: boolean;
  readonly backedUp?: boolean;
  readonly signCount?: number;
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  /** Signs with another key. */
  readonly privateKey?: KeyObject;
}

export interface Authenticator {
  readonly credentialId: string;
  /** In COSE. */
  readonly coseKey: Buffer;
  create(options: Pick<CreationOptions, 'rp' | 'user' | 'challenge'>, falsified?: Falsified): Registration;
  get(options: RequestOptions, falsified?: Falsified): PasskeyAssertion;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR: a text of up to 23 bytes, a byte string of up to 64 KiB. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) => Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

/** COSE: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 32]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), coordinate(0x21, x), coordinate(0x22, y)]);
}

interface Options {
  /** The origin that the browser shows. */
  readonly origin: string;
  /** Whether a password manager syncs it. */
  readonly synced?: boolean;
  /** Whether it counts its signatures; synced passkeys don't. */
  readonly counts?: boolean;
  readonly aaguid?: string;
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

export function createAuthenticator({ origin, synced = false, counts = !synced, aaguid, keys }: Options): Authenticator {
  const { publicKey, privateKey } = keys ?? generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let signatures = 0;
  let owner: string | undefined;

  const clientData = (type: string, challenge: string, falsified: Falsified) =>
    Buffer.from(
      JSON.stringify({
        type: falsified.type ?? type,
        challenge: falsified.challenge ?? challenge,
        origin: falsified.origin ?? origin,
        crossOrigin: falsified.crossOrigin ?? false,
      }),
    );

  function authenticatorData(rpId: string, falsified: Falsified, attested?: Buffer): Buffer {
    const { userPresent = true, userVerified = true, backupEligible = synced, backedUp = synced } = falsified;
    const flags = [userPresent, false, userVerified, backupEligible, backedUp, false, attested !== undefined];
    const count = Buffer.alloc(4);
    count.writeUInt32BE(falsified.signCount ?? (counts ? ++signatures : 0));
    const byte = flags.reduce((bits, isSet, position) => bits | (isSet ? 1 << position : 0), 0);
    return Buffer.concat([sha256(falsified.rpId ?? rpId), Buffer.from([byte]), count, attested ?? Buffer.alloc(0)]);
  }

  const envelope = (falsified: Falsified) => {
    const id = falsified.credentialId ?? base64url(credentialId);
    return { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} } as const;
  };

  return {
    credentialId: base64url(credentialId),
    coseKey: coseKey(publicKey),
    create(options, falsified = {}) {
      owner = options.user.id;
      const length = Buffer.from([0, credentialId.length]);
      const model = aaguid === undefined ? Buffer.alloc(16) : Buffer.from(aaguid.replaceAll('-', ''), 'hex');
      const authData = authenticatorData(
        options.rp.id,
        falsified,
        Buffer.concat([model, length, credentialId, coseKey(publicKey)]),
      );
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authData)],
      ]);
      return {
        ...envelope(falsified),
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, falsified)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      };
    },
    get(options, falsified = {}) {
      const data = clientData('webauthn.get', options.challenge, falsified);
      const authData = authenticatorData(options.rpId, falsified);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), falsified.privateKey ?? privateKey);
      const userHandle = falsified.userHandle === undefined ? owner : falsified.userHandle;
      return {
        ...envelope(falsified),
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}

/** Registers a new passkey in a session. */
export async function addPasskey(
  client: Client,
  { name = 'Phone', ...options }: Partial<Options> & { readonly name?: string } = {},
): Promise<Authenticator & { readonly passkeyId: string }> {
  const authenticator = createAuthenticator({ origin: client.url, ...options });
  const response = authenticator.create(await client.ok('Passkeys.RegistrationOptions'));
  const { passkeyId } = await client.ok('Passkeys.Create', { body: { name, response } });
  return { ...authenticator, passkeyId };
}

/** The whole login; resolves with any status. */
export async function logInWithPasskey(
  client: Client,
  authenticator: Authenticator,
  { falsified, ...choices }: { falsified?: Falsified; rememberMe?: boolean; returnUrl?: string } = {},
) {
  const response = authenticator.get(await client.ok('Passkeys.LoginOptions'), falsified);
  return client.call('Passkeys.Login', { body: { response, ...choices } });
}
