/** Facts of users. */
import { factsOf, idsOf, only, THEY, type Site, type Who } from './facts.ts';

interface User {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** First and last name. */
  readonly name: string;
  readonly displayName: string;
  readonly title: string | null;
  readonly organisationId: string;
  readonly organisation: string;
  readonly roles: string[];
  readonly enabled: boolean;
  readonly registered: boolean;
  readonly owner: string | null;
  readonly version: number;
  readonly passwordHash: string | null;
  readonly passwordMustChange: boolean;
  readonly failures: number;
  readonly lockedUntil: Date | null;
  readonly mfaSecret: string | null;
  readonly mfaEnrolledAt: Date | null;
  readonly mfaFailures: number;
  readonly mfaRequired: boolean | null;
  readonly pendingEmail: string | null;
  readonly externalSource: string | null;
  readonly externalId: string | null;
  readonly lastLogInAt: Date | null;
}

const columns: Record<keyof User, string> = {
  userId: 'user_id',
  userName: 'user_name',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  name: `first_name || ' ' || last_name`,
  displayName: 'display_name',
  title: 'title',
  organisationId: 'organisation_id',
  organisation: '(SELECT o.name FROM organisations o WHERE o.organisation_id = u.organisation_id)',
  roles: 'roles',
  enabled: 'enabled',
  registered: 'registered',
  owner: '(SELECT w.user_name FROM users w WHERE w.user_id = u.owner_id)',
  version: 'version',
  passwordHash: 'password_hash',
  passwordMustChange: 'password_must_change',
  failures: 'failed_sign_ins',
  lockedUntil: 'locked_until',
  mfaSecret: 'mfa_secret',
  mfaEnrolledAt: 'mfa_enrolled_at',
  mfaFailures: 'mfa_failures',
  mfaRequired: 'mfa_required_override',
  pendingEmail: 'pending_email',
  externalSource: 'external_source',
  externalId: 'external_id',
  lastLogInAt: 'last_login_at',
};

export const users = factsOf<User>('users u', columns, 'user_name, email');

/** One user, by id, user name or address. */
export const userOf = <Name extends keyof User = keyof User>(
  { database }: Site,
  who: string,
  ...names: readonly Name[]
): Promise<Pick<User, Name>> => {
  const all = Object.keys(columns) as Name[];
  const asked = (names.length > 0 ? names : all).map((name) => `${columns[name]} AS "${name}"`);
  return only(database.query<Pick<User, Name>>(`SELECT ${asked.join()} FROM users u WHERE ${THEY}`, [idsOf(who)]));
};

export const userIdOf = async (site: Site, who: string): Promise<string> => (await userOf(site, who, 'userId')).userId;

/** Those of them who are disabled. */
export const disabledOf = async ({ database }: Site, who: Who): Promise<number> =>
  (await database.query(`SELECT FROM users WHERE ${THEY} AND NOT enabled`, [idsOf(who)])).length;
