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
  notices: [],
};

/** Of all texts of a person together; the longest hash has some hundred. */
export const MAX_PERSON_CHARACTERS = 32 * 1024;
const MAX_ENTRIES = 1000;

/** A batch of people who are longer than any is would keep everybody else waiting while it is judged. */
export function isTooLong(person: ForeignPerson): boolean {
  let characters = 0;
  for (const value of Object.values(person) as unknown[]) {
    if (Array.isArray(value) && value.length > MAX_ENTRIES) return true;
    characters += typeof value === 'string' ? value.length : typeof value === 'object' ? JSON.stringify(value).length : 0;
  }
  return characters > MAX_PERSON_CHARACTERS;
}
