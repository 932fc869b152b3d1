/**
 * Auth0: the export of users (one JSON object a line), the export of hashes that its support makes (the same, with `passwordHash`), and the
 * format of its own bulk import, which adds custom hashes and factors.
 */
import { listOf, numberOf, objectOf, textOf, textsOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignPerson, type Notice } from '../person.ts';
import type { JsonSource } from './source.ts';

const base64Of = (part: JsonObject): string => {
  const value = textOf(part.value);
  const encoding = textOf(part.encoding) || 'base64';
  if (encoding === 'base64') return value;
  return Buffer.from(value, encoding === 'hex' ? 'hex' : 'utf8').toString('base64');
};

/** Its algorithms that are PHC or modular crypt stand in `hash.value`; scrypt has its parameters apart. */
function customHash(custom: JsonObject): string {
  const [algorithm, hash, salt] = [textOf(custom.algorithm), objectOf(custom.hash), objectOf(custom.salt)];
  const value = textOf(hash.value);
  if (['bcrypt', 'argon2', 'pbkdf2'].includes(algorithm)) return value;
  if (algorithm === 'scrypt') {
    const [n, r, p] = [numberOf(custom.cost) ?? 0, numberOf(custom.blockSize) ?? 0, numberOf(custom.parallelization) ?? 0];
    return `$scrypt$ln=${String(Math.log2(n))},r=${String(r)},p=${String(p)}$${base64Of(salt)}$${base64Of(hash)}`;
  }
  const isPlain = textOf(salt.value) === '' && /^(?:md5|sha1|sha256|sha512)$/.test(algorithm);
  return isPlain ? Buffer.from(base64Of(hash), 'base64').toString('hex') : `${algorithm}:${value}`;
}

function factorsOf(user: JsonObject): { readonly secret: string; readonly notices: readonly Notice[] } {
  const factors = listOf(user.mfa_factors).map(objectOf);
  const secrets = factors.map(({ totp }) => textOf(objectOf(totp).secret)).filter((secret) => secret !== '');
  const notices: Notice[] = [
    ...secrets.slice(1).map(() => ({ code: 'authenticatorDropped' }) as const),
    ...factors
      .filter(({ phone, email }) => phone !== undefined || email !== undefined)
      .map(() => ({ code: 'phoneFactorDropped' }) as const),
  ];
  return { secret: secrets[0] ?? '', notices };
}

function personOf(user: JsonObject): ForeignPerson {
  const app = objectOf(user.app_metadata);
  const { secret, notices } = factorsOf(user);
  const links = listOf(user.identities)
    .map((identity) => textOf(objectOf(identity).provider))
    .filter((provider) => provider !== '' && provider !== 'auth0');
  const custom = objectOf(user.custom_password_hash);
  return {
    ...EMPTY_PERSON,
    id: textOf(user.user_id) || textOf(objectOf(user._id).$oid) || textOf(user._id),
    userName: textOf(user.username),
    email: textOf(user.email),
    emailVerified: user.email_verified === true,
    firstName: textOf(user.given_name),
    lastName: textOf(user.family_name),
    name: textOf(user.name),
    enabled: user.blocked !== true,
    roles: [...textsOf(user.roles), ...textsOf(app.roles), ...textsOf(objectOf(app.authorization).roles)],
    groups: textsOf(objectOf(app.authorization).groups),
    organisation: textOf(app.organisation) || textOf(app.organization) || textOf(app.company),
    passwordHash:
      textOf(user.passwordHash) || textOf(user.password_hash) || (custom.algorithm === undefined ? '' : customHash(custom)),
    authenticator: secret === '' ? undefined : { secret, algorithm: 'SHA1', digits: 6, period: 30 },
    notices: [...notices, ...links.map((value) => ({ code: 'linkDropped', value }) as const)],
  };
}

export const auth0: JsonSource = {
  name: 'auth0',
  recognises: (user) =>
    typeof user.email === 'string' &&
    (/^[\w-]+\|/.test(textOf(user.user_id)) ||
      ['email_verified', 'passwordHash', 'password_hash', 'custom_password_hash'].some((key) => key in user)) &&
    !('localId' in user),
  reader: () => personOf,
};
