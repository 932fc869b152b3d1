/** Makes of a foreign person what an account here can be, and says what of it does not come. Reads no database. */
import { Secret } from 'otpauth';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { email as emailRule } from '../../api/contract/rules/email.ts';
import { broken } from '../../api/contract/rules/rule.ts';
import { newUserNameRules } from '../../api/contract/rules/userName.ts';
import { storedKey, type AuthenticatorKey } from '../accounts/authenticatorKey.ts';
import { mailbox, nameKey } from '../db/names.ts';
import { roleSet } from '../db/roles.ts';
import { namesOf } from '../directories/users/justInTime.ts';
import { loginNames, personName } from '../directories/users/person.ts';
import { readImportedHash } from '../password/importedHash.ts';
import type { Choices } from './choices.ts';
import type { ForeignAuthenticator, ForeignPerson, Notice, RefusalCode } from './person.ts';

/** What is stored of a person until the account is made, in clear text. */
export interface Prepared {
  readonly formerId: string;
  readonly userName: string;
  /** Others to take if the first is taken, where the former one can't be kept. */
  readonly otherNames: readonly string[];
  readonly email: string;
  /** As the database generates it. */
  readonly emailKey: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly enabled: boolean;
  readonly roles: readonly string[];
  readonly organisationId: string;
  readonly organisation: string;
  readonly mustChangePassword: boolean;
  readonly password: 'kept' | 'wrapped' | null;
  readonly hasAuthenticator: boolean;
  readonly recoveryCodes: number;
}

/** What is stored encrypted. */
export interface Secrets {
  readonly hash?: string;
  /** As `users.mfa_secret` has it. */
  readonly authenticator?: string;
  /** SHA-512, in base64. */
  readonly recoveryCodes?: readonly string[];
}

export interface PreparedRow {
  readonly person: Prepared;
  readonly secrets: Secrets | null;
  readonly notices: readonly Notice[];
  readonly refusal: RefusalCode | null;
}

export interface Organisation {
  readonly id: string;
  readonly name: string;
  readonly house: boolean;
}

/** What of this installation the mapping needs. */
export interface Surroundings {
  readonly source: string;
  readonly choices: Choices;
  readonly roles: readonly string[];
  /** By `folded` name, and by id. */
  readonly organisations: ReadonlyMap<string, Organisation>;
}

export const folded = (name: string): string => name.trim().toLowerCase();

export function prepare(person: ForeignPerson, around: Surroundings): PreparedRow {
  const email = mailbox(person.email);
  const organisation = organisationOf(person, email, around);
  const { userName, otherNames, isKept } = userNameOf(person, email);
  const names = personNamesOf(person, email);
  const password = passwordOf(person.passwordHash, around.choices);
  const authenticator = person.authenticator && keyOf(person.authenticator);
  const codes = authenticator ? person.recoveryCodes.filter(isSha512).slice(0, MAX_CODES) : [];
  const { roles, notices } = rolesOf(person, organisation, around);
  return {
    person: {
      // A number is the id of another user in another installation of the same system.
      formerId: `${around.source}:${person.id.slice(0, MAX_ID)}:${nameKey(email)}`,
      userName,
      otherNames,
      email,
      emailKey: nameKey(email),
      emailVerified: person.emailVerified,
      ...names,
      enabled: person.enabled,
      roles,
      organisationId: organisation?.id ?? '',
      organisation: organisation?.name ?? person.organisation.slice(0, MAX_ID),
      mustChangePassword: person.mustChangePassword && password.kind !== null,
      password: password.kind,
      hasAuthenticator: authenticator !== undefined,
      recoveryCodes: codes.length,
    },
    secrets: {
      ...(password.kind !== null && { hash: person.passwordHash }),
      ...(authenticator && { authenticator: storedKey(authenticator) }),
      ...(codes.length > 0 && { recoveryCodes: codes }),
    },
    notices: [
      ...(isKept ? [] : [{ code: 'userNameChanged' as const, value: userName }]),
      ...password.notices,
      ...(person.authenticator && !authenticator ? [{ code: 'authenticatorDropped' as const }] : []),
      ...(codes.length < person.recoveryCodes.length ? [{ code: 'recoveryCodesDropped' as const }] : []),
      ...notices,
      ...person.notices,
    ].slice(0, MAX_NOTICES),
    refusal: refusalOf(email, organisation),
  };
}

/** A row that can't be read has nothing but its refusal. */
export const unreadRow = (refusal: RefusalCode): PreparedRow & { readonly person: Prepared } => ({
  person: {} as Prepared,
  secrets: null,
  notices: [],
  refusal,
});

const MAX_ID = 255;
const MAX_CODES = 20;
const MAX_NOTICES = 50;

function refusalOf(email: string, organisation: Organisation | undefined): RefusalCode | null {
  if (email === '') return 'emailMissing';
  if (!emailRule.holds(email)) return 'emailInvalid';
  return organisation ? null : 'organisationUnknown';
}

function organisationOf({ organisation }: ForeignPerson, email: string, around: Surroundings): Organisation | undefined {
  const { domains, organisationId } = around.choices;
  const named = organisation === '' ? undefined : around.organisations.get(folded(organisation));
  const ofDomain = domains[folded(email.slice(email.lastIndexOf('@') + 1))];
  const chosen = ofDomain ?? organisationId;
  return named ?? (chosen === null ? undefined : around.organisations.get(chosen));
}

/** A name that follows the rules is kept. Otherwise one like it is made, and the person logs in by it or by the address. */
function userNameOf(person: ForeignPerson, email: string) {
  const former = person.userName.normalize('NFKC').trim();
  if (broken(newUserNameRules, former) === undefined) return { userName: former, otherNames: [], isKept: true };
  const [userName = '', ...otherNames] = loginNames(former === '' ? email : former, randomSuffix());
  // Who logged in by the address goes on doing so.
  const isKept = former === '' || nameKey(former) === nameKey(email);
  return { userName, otherNames, isKept };
}

const randomSuffix = (): string => Math.random().toString(36).slice(2, 10);

function personNamesOf(person: ForeignPerson, email: string) {
  const { givenName, familyName } = namesOf({ givenName: person.firstName, familyName: person.lastName, name: person.name });
  const local = personName((email.split('@')[0] ?? '').replaceAll('.', ' '));
  return {
    firstName: personName(givenName) || local || 'User',
    lastName: personName(familyName) || '-',
  };
}

function passwordOf(
  text: string,
  { weakHashes }: Choices,
): { readonly kind: Prepared['password']; readonly notices: readonly Notice[] } {
  if (text === '') return { kind: null, notices: [{ code: 'noPassword' }] };
  const hash = readImportedHash(text);
  if (hash === undefined) return { kind: null, notices: [{ code: 'hashUnknown' }] };
  if (hash === 'tooCostly') return { kind: null, notices: [{ code: 'hashTooCostly' }] };
  if (!hash.weak) return { kind: 'kept', notices: [] };
  return weakHashes ? { kind: 'wrapped', notices: [] } : { kind: null, notices: [{ code: 'hashWeak' }] };
}

const ALGORITHMS: Readonly<Record<string, AuthenticatorKey['algorithm']>> = { SHA1: 'SHA1', SHA256: 'SHA256', SHA512: 'SHA512' };

/** RFC 4226 asks for 128 bits; many systems give 80. */
const MIN_SECRET_BYTES = 10;

function keyOf({ secret, algorithm, digits, period }: ForeignAuthenticator): AuthenticatorKey | undefined {
  const known = ALGORITHMS[algorithm.toUpperCase().replace('-', '')];
  const text = secret.replace(/=+$/, '').toUpperCase();
  if (!known || !/^[A-Z2-7]{16,256}$/.test(text) || Secret.fromBase32(text).bytes.length < MIN_SECRET_BYTES) return undefined;
  if (![6, 7, 8].includes(digits) || !Number.isInteger(period) || period < 15 || period > 120) return undefined;
  return { secret: text, algorithm: known, digits, period };
}

const isSha512 = (base64: string): boolean => /^[A-Za-z0-9+/]{86}==$/.test(base64);

function rolesOf(
  { roles, groups }: ForeignPerson,
  organisation: Organisation | undefined,
  { choices, roles: known }: Surroundings,
) {
  const notices: Notice[] = [];
  const found: string[] = [];
  const byName = new Map(known.map((role) => [folded(role), role]));
  for (const former of [...new Set([...roles, ...groups])]) {
    const chosen = choices.roles[former] ?? choices.roles[former.replace(/^\//, '')];
    if (chosen === '') continue;
    const role = byName.get(folded(chosen ?? former));
    if (role === undefined) notices.push({ code: 'roleUnknown', value: former.slice(0, MAX_ID) });
    else if (hasAdministrativeRole({ roles: [role], house: organisation?.house ?? true }))
      notices.push({ code: 'administrativeRole', value: former.slice(0, MAX_ID) });
    else found.push(role);
  }
  return { roles: roleSet(found.length > 0 ? found : [choices.defaultRole]), notices };
}
