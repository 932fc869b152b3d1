/** Firebase: `firebase auth:export users.json`. The parameters of the project's hash are in its console, and given apart. */
import { listOf, objectOf, parsed, textOf, textsOf, type JsonObject } from '../json.ts';
import { EMPTY_PERSON, type ForeignPerson, type Notice } from '../person.ts';
import type { FirebaseHash, JsonSource } from './source.ts';

const bytesOf = (base64: string): Buffer => Buffer.from(base64.replaceAll('-', '+').replaceAll('_', '/'), 'base64');

function hashOf(user: JsonObject, project: FirebaseHash | undefined): string {
  const [hash, salt] = [textOf(user.passwordHash), textOf(user.salt)];
  if (hash === '') return '';
  if (!project) return `firebase:${hash}`;
  const salted = Buffer.concat([bytesOf(salt), bytesOf(project.saltSeparator)]).toString('base64');
  const cost = `ln=${String(project.memoryCost)},r=${String(project.rounds)}`;
  return `$firebase-scrypt$${cost}$${salted}$${project.signerKey}$${hash}`;
}

function personOf(user: JsonObject, project: FirebaseHash | undefined): ForeignPerson {
  const claims = parsed(user.customAttributes);
  const notices: Notice[] = [
    ...listOf(user.providerUserInfo)
      .map((provider) => textOf(objectOf(provider).providerId))
      .filter((provider) => !['', 'password', 'phone'].includes(provider))
      .map((value) => ({ code: 'linkDropped', value }) as const),
    ...listOf(user.mfaInfo).map(() => ({ code: 'phoneFactorDropped' }) as const),
  ];
  return {
    ...EMPTY_PERSON,
    id: textOf(user.localId),
    email: textOf(user.email),
    emailVerified: user.emailVerified === true,
    name: textOf(user.displayName),
    enabled: user.disabled !== true,
    roles: [...textsOf(claims.roles), ...[textOf(claims.role)].filter((role) => role !== '')],
    organisation: textOf(claims.organisation) || textOf(claims.organization),
    passwordHash: hashOf(user, project),
    notices,
  };
}

export const firebase: JsonSource = {
  name: 'firebase',
  recognises: (user) => typeof user.localId === 'string',
  reader:
    ({ firebase: project }) =>
    (user) =>
      personOf(user, project),
};

/** Reads what the console shows (`hash_config { … }`). @returns undefined if a part is missing */
export function readHashConfig(text: string): FirebaseHash | undefined {
  const valueOf = (name: string) => new RegExp(`\\b${name}["']?\\s*[:=]\\s*["']?([^\\s,"'}]+)`).exec(text)?.[1];
  const [signerKey, saltSeparator] = [valueOf('base64_signer_key'), valueOf('base64_salt_separator')];
  const [rounds, memoryCost] = [Number(valueOf('rounds')), Number(valueOf('mem_cost'))];
  if (signerKey === undefined || saltSeparator === undefined || !(rounds > 0) || !(memoryCost > 0)) return undefined;
  return { signerKey, saltSeparator, rounds, memoryCost };
}
