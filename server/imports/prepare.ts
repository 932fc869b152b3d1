/** Makes of a foreign person what an account here can be, and says what of it does not come. Reads no database. */
import { NAME_PLACEHOLDER } from '../../api/contract/displayName.ts';
import type { ImportChoices, ImportRefusal } from '../../api/contract/imports.shapes.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import { email as emailRule } from '../../api/contract/rules/email.ts';
import { broken } from '../../api/contract/rules/rule.ts';
import { newUserNameRules } from '../../api/contract/rules/userName.ts';
import { mailbox, nameKey } from '../db/names.ts';
import { roleSet } from '../db/roles.ts';
import { namesOf } from '../directories/users/providedNames.ts';
import { loginNames, personName } from '../directories/users/person.ts';
import { folded, type Destinations, type Organisation } from './choices.ts';
import { factorsOf, passwordOf } from './credentials.ts';
import { passkeysOf, type PasskeyRules } from './passkeys.ts';
import type { ForeignPerson, Notice } from './person.ts';

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
  readonly passkeyIds: readonly string[];
}

export interface PreparedRow {
  readonly person: Prepared;
  readonly notices: readonly Notice[];
  readonly refusal: ImportRefusal | null;
}

/** What the mapping needs. */
export interface Surroundings extends Destinations, PasskeyRules {
  readonly source: string;
  readonly choices: ImportChoices;
}

export function prepare(person: ForeignPerson, around: Surroundings): PreparedRow {
  const email = mailbox(person.email);
  const organisation = organisationOf(person, email, around);
  const { userName, otherNames, isKept } = userNameOf(person, email);
  const names = personNamesOf(person, email);
  const password = passwordOf(person.passwordHash, around.choices);
  const { authenticator, recoveryCodes: codes = [] } = factorsOf(person);
  const passkeys = passkeysOf(person, around.choices.passkeyDomain, around);
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
      passkeyIds: passkeys.credentialIds,
    },
    notices: [
      ...(isKept ? [] : [{ code: 'userNameChanged' as const, value: userName }]),
      ...password.notices,
      ...(person.authenticator && !authenticator ? [{ code: 'authenticatorDropped' as const }] : []),
      ...(codes.length < person.recoveryCodes.length ? [{ code: 'recoveryCodesDropped' as const }] : []),
      ...passkeys.notices,
      ...notices,
      ...person.notices,
    ].slice(0, MAX_NOTICES),
    refusal: refusalOf(email, organisation),
  };
}

/** A row that can't be read has nothing but its refusal. */
export const unreadRow = (refusal: ImportRefusal): PreparedRow & { readonly person: Prepared } => ({
  person: {} as Prepared,
  notices: [],
  refusal,
});

const MAX_ID = 255;
const MAX_NOTICES = 50;

function refusalOf(email: string, organisation: Organisation | undefined): ImportRefusal | null {
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
    lastName: personName(familyName) || NAME_PLACEHOLDER,
  };
}

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
