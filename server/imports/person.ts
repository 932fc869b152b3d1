/** A person as the file of another system has them, whatever the system. */

import type { ImportNotice } from '../../api/contract/imports.shapes.ts';

export interface Notice {
  readonly code: ImportNotice;
  readonly value?: string;
}

export interface ForeignAuthenticator {
  /** In base32. */
  readonly secret: string;
  readonly algorithm: string;
  readonly digits: number;
  /** The step in seconds. */
  readonly period: number;
}

/** Texts as the file has them. */
export interface ForeignPasskey {
  /** In base64 or base64url, as the public key, which is COSE. */
  readonly credentialId: string;
  readonly publicKey: string;
  /** In base64url. */
  readonly userHandle: string;
  readonly counter: number;
  readonly aaguid: string;
  readonly transports: readonly string[];
  readonly name: string;
  /** The relying party that it was made for; empty: the file does not say it. */
  readonly rpId: string;
}

export interface ForeignPerson {
  /** What the former system calls the person, never given again. */
  readonly id: string;
  readonly userName: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Both names in one, where the system has no others. */
  readonly name: string;
  readonly enabled: boolean;
  readonly roles: readonly string[];
  readonly groups: readonly string[];
  readonly organisation: string;
  /** Modular crypt or PHC; empty: none. */
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly authenticator: ForeignAuthenticator | undefined;
  /** SHA-512 of each, in base64. */
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly ForeignPasskey[];
  readonly notices: readonly Notice[];
}

export const EMPTY_PERSON: ForeignPerson = {
  id: '',
  userName: '',
  email: '',
  emailVerified: false,
  firstName: '',
  lastName: '',
  name: '',
  enabled: true,
  roles: [],
  groups: [],
  organisation: '',
  passwordHash: '',
  mustChangePassword: false,
  authenticator: undefined,
  recoveryCodes: [],
  passkeys: [],
  notices: [],
};

/** Of all that is known of a person; the longest hash has some hundred characters. */
export const MAX_PERSON_CHARACTERS = 32 * 1024;
/** An address has 254 at most, a name here 100. */
const MAX_TEXT_CHARACTERS = 512;
const MAX_ENTRIES = 1000;

const SHORT = [
  'id',
  'userName',
  'email',
  'firstName',
  'lastName',
  'name',
  'organisation',
] as const satisfies (keyof ForeignPerson)[];

/** A batch of people who are longer than any is would keep everybody else waiting while it is judged. */
export function isTooLong(person: ForeignPerson): boolean {
  if (SHORT.some((field) => person[field].length > MAX_TEXT_CHARACTERS)) return true;
  const { roles, groups, recoveryCodes, passkeys, notices, passwordHash } = person;
  if ([roles, groups, recoveryCodes, passkeys, notices].some(({ length }) => length > MAX_ENTRIES)) return true;
  const lists = [roles, groups, recoveryCodes, passkeys, notices, person.authenticator ?? ''];
  return passwordHash.length + lists.reduce((sum, list) => sum + JSON.stringify(list).length, 0) > MAX_PERSON_CHARACTERS;
}
