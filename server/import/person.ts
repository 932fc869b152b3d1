/** A person as the file of another system has them, whatever the system. */

/** What of a person does not come, or comes otherwise than in the file; the person comes all the same. */
export const NOTICES = [
  /** The password's hash is of no known scheme: the person sets a password by "Forgotten password". */
  'hashUnknown',
  /** One step of MD5 or SHA: refused unless weak hashes are asked for. */
  'hashWeak',
  'hashTooCostly',
  'noPassword',
  /** Another name to log in with: the former one does not follow the rules of user names. The e-mail address works in its place. */
  'userNameChanged',
  'nameChanged',
  'roleUnknown',
  /** Administrators are made by hand, with what another administrator has to approve. */
  'administrativeRole',
  /** A counter-based or a second authenticator, or one with parameters that are not supported. */
  'authenticatorDropped',
  /** Bound to the domain of the former system, or without the parts that are needed. */
  'passkeyDropped',
  'linkDropped',
  'recoveryCodesDropped',
  'phoneFactorDropped',
] as const;
export type NoticeCode = (typeof NOTICES)[number];

/** Why a person does not come at all. */
export const REFUSALS = [
  /** No JSON, no UTF-8, not the shape of the system. */
  'unreadable',
  'tooLong',
  'emailMissing',
  'emailInvalid',
  'nameTaken',
  'emailTaken',
  /** The file has the name, the address or the id before. */
  'repeated',
  'organisationUnknown',
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

export interface Notice {
  readonly code: NoticeCode;
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

export const NOBODY: ForeignPerson = {
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
