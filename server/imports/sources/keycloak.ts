/**
 * Keycloak: `kc.sh export` (realm with users, users of a realm in files of their own, all realms in one list). Hashes and authenticators are
 * credentials, whose data is JSON within JSON; before version 8 their fields were beside each other.
 */
import { Secret } from 'otpauth';
import { isObject, listOf, numberOf, objectOf, parsed, textOf, textsOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignAuthenticator, type ForeignPasskey, type ForeignPerson, type Notice } from '../person.ts';
import type { JsonSource, Surrounding } from './source.ts';

interface Credential {
  readonly type: string;
  readonly label: string;
  readonly data: JsonObject;
  readonly secret: JsonObject;
}

function credentialOf(value: unknown): Credential {
  const credential = objectOf(value);
  const isOld = credential.credentialData === undefined && credential.secretData === undefined;
  const secret = isOld ? { value: credential.hashedSaltedValue ?? credential.value, salt: credential.salt } : undefined;
  return {
    type: textOf(credential.type),
    label: textOf(credential.userLabel),
    data: isOld ? credential : parsed(credential.credentialData),
    secret: secret ?? parsed(credential.secretData),
  };
}

const DIGESTS: Readonly<Record<string, string>> = {
  pbkdf2: 'sha1',
  'pbkdf2-sha256': 'sha256',
  'pbkdf2-sha512': 'sha512',
};

const first = (value: unknown): string => textOf(Array.isArray(value) ? value[0] : value);

/** The hash as a PHC string; an algorithm of a plug-in keeps its name, so that it is told as unknown. */
function hashOf({ data, secret }: Credential): string {
  const [algorithm, salt, value] = [textOf(data.algorithm), textOf(secret.salt), textOf(secret.value)];
  const iterations = String(numberOf(data.hashIterations) ?? 0);
  if (value === '') return '';
  const digest = DIGESTS[algorithm];
  if (digest !== undefined) return `$pbkdf2-${digest}$i=${iterations}$${salt}$${value}`;
  if (algorithm !== 'argon2') return `${algorithm}:${value}`;
  const parameters = objectOf(data.additionalParameters);
  const version = first(parameters.version) === '1.0' ? '16' : '19';
  const cost = `m=${first(parameters.memory)},t=${iterations},p=${first(parameters.parallelism)}`;
  const unpadded = (base64: string) => base64.replace(/=+$/, '');
  return `$argon2${first(parameters.type)}$v=${version}$${cost}$${unpadded(salt)}$${unpadded(value)}`;
}

function authenticatorOf({ data, secret }: Credential): ForeignAuthenticator | undefined {
  const subType = textOf(data.subType) || textOf(data.type);
  const value = textOf(secret.value);
  if (subType !== 'totp' || value === '') return undefined;
  return {
    // The secret is the text itself, unless it is said to be in base32.
    secret: textOf(data.secretEncoding) === 'BASE32' ? value : Secret.fromUTF8(value).base32,
    algorithm: textOf(data.algorithm).replace(/^Hmac/, '') || 'SHA1',
    digits: numberOf(data.digits) ?? 6,
    period: numberOf(data.period) ?? 30,
  };
}

/** Those that are left; their hash is SHA-512 of the code. */
const codesOf = ({ secret }: Credential): string[] => {
  const codes = Array.isArray(secret.codes) ? secret.codes : listOf(parsed(secret.codes));
  return codes.map((code) => textOf(objectOf(code).encodedHashedValue)).filter((code) => code !== '');
};

/** A realm has a policy for passkeys beside the password, and one for those in place of it. Without a domain there, it is that of the address of Keycloak. */
const PASSKEY_POLICIES: Readonly<Record<string, string>> = {
  webauthn: 'webAuthnPolicyRpId',
  'webauthn-passwordless': 'webAuthnPolicyPasswordlessRpId',
};

function passkeyOf(user: JsonObject, { type, label, data }: Credential, realm: Surrounding): ForeignPasskey[] {
  const policy = PASSKEY_POLICIES[type];
  if (policy === undefined) return [];
  return [
    {
      credentialId: textOf(data.credentialId),
      publicKey: textOf(data.credentialPublicKey),
      userHandle: Buffer.from(textOf(user.id)).toString('base64url'),
      counter: numberOf(data.counter) ?? 0,
      aaguid: textOf(data.aaguid),
      transports: textsOf(data.transports),
      name: label,
      rpId: realm[policy] ?? '',
    },
  ];
}

function credentialsOf(
  user: JsonObject,
  realm: Surrounding,
): Pick<ForeignPerson, 'passwordHash' | 'authenticator' | 'recoveryCodes' | 'passkeys' | 'notices'> {
  const credentials = listOf(user.credentials).map(credentialOf);
  const ofType = (...types: string[]) => credentials.filter(({ type }) => types.includes(type));
  const [password] = ofType('password');
  const authenticators = ofType('otp', 'totp', 'hotp').map(authenticatorOf);
  const usable = authenticators.filter((each) => each !== undefined);
  const notices: Notice[] = [
    ...authenticators.slice(usable.length === 0 ? 0 : 1).map(() => ({ code: 'authenticatorDropped' }) as const),
    ...listOf(user.federatedIdentities).map(
      (identity) => ({ code: 'linkDropped', value: textOf(objectOf(identity).identityProvider) }) as const,
    ),
  ];
  return {
    passwordHash: password ? hashOf(password) : '',
    authenticator: usable[0],
    recoveryCodes: ofType('recovery-authn-codes').flatMap(codesOf),
    passkeys: credentials.flatMap((credential) => passkeyOf(user, credential, realm)),
    notices,
  };
}

const clientRolesOf = (user: JsonObject): string[] =>
  Object.entries(objectOf(user.clientRoles)).flatMap(([client, roles]) => textsOf(roles).map((role) => `${client}:${role}`));

/** Every user has them; they say nothing. */
const isOwnRole = (role: string): boolean =>
  /^(?:default-roles-.*|offline_access|uma_authorization|account:(?:manage-account|view-profile|manage-account-links))$/.test(
    role,
  );

function personOf(user: JsonObject, realm: Surrounding): ForeignPerson {
  const attributes = objectOf(user.attributes);
  const actions = textsOf(user.requiredActions);
  return {
    ...EMPTY_PERSON,
    ...credentialsOf(user, realm),
    id: textOf(user.id),
    userName: textOf(user.username),
    email: textOf(user.email),
    emailVerified: user.emailVerified === true,
    firstName: textOf(user.firstName),
    lastName: textOf(user.lastName),
    enabled: user.enabled !== false,
    roles: [...textsOf(user.realmRoles), ...clientRolesOf(user)].filter((role) => !isOwnRole(role)),
    groups: textsOf(user.groups),
    organisation: first(attributes.organisation) || first(attributes.organization) || first(attributes.company),
    mustChangePassword: actions.includes('UPDATE_PASSWORD'),
  };
}

export const keycloak: JsonSource = {
  name: 'keycloak',
  recognises: (user) =>
    typeof user.username === 'string' &&
    ['credentials', 'realmRoles', 'requiredActions', 'createdTimestamp'].some((key) => key in user),
  reader: () => (user, realm) =>
    isObject(user) && textOf(user.serviceAccountClientId) === '' ? personOf(user, realm) : undefined,
};
