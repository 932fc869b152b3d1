/** The demo's known accounts and its two open invitations. They are the first users, in this order, of every demo. */
import { HARBOUR_MUTUAL, HOUSE, NORTHGATE_PORTFOLIO, REQUIRES_MFA } from './organisations.ts';
import type { UserState } from './userState.shape.ts';

export const DEMO_PASSWORD = 'Demo-pass-1';
export const MFA_KEY = 'JBSWY3DPEHPK3PXP';

export interface KnownAccount {
  /** Null for invited users who have not registered. */
  readonly userName: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  /** What the account demonstrates. */
  readonly purpose: string;
  readonly state: UserState;
  /** Invitations: days from now until expiry; negative if expired. */
  readonly inviteDays?: number;
}

/** A Member of Harbour Mutual who logs in every ten days, last three days ago. */
const ordinary: UserState = {
  organisation: HARBOUR_MUTUAL,
  roles: ['Member'],
  createdDays: 420,
  disabledDays: null,
  lockedMinutes: null,
  period: 10,
  phase: 3,
  live: false,
  dormantDays: null,
  mfa: false,
  mfaOverride: null,
};

const LOCKED_MINUTES = 24 * 60;

type Named = readonly [userName: string, firstName: string, lastName: string, title: string];

const account = ([userName, firstName, lastName, title]: Named, purpose: string, state: Partial<UserState>): KnownAccount => ({
  userName,
  email: `${userName}@example.com`,
  firstName,
  lastName,
  title,
  purpose,
  state: { ...ordinary, ...state },
});

const invitation = (email: string, firstName: string, lastName: string, inviteDays: number): KnownAccount => ({
  userName: null,
  email,
  firstName,
  lastName,
  title: null,
  purpose: inviteDays > 0 ? 'invited' : 'invited, too long ago',
  state: { ...ordinary, createdDays: Math.max(1, 7 - inviteDays), period: 0, phase: 0 },
  inviteDays,
});

export const accounts: readonly KnownAccount[] = [
  account(['sysadmin', 'Ingrid', 'Solberg', 'Head of identity'], 'both administrative roles', {
    organisation: HOUSE,
    roles: ['SubscriberAdministration', 'SystemAdministration'],
    createdDays: 1000,
    period: 2,
    phase: 1,
  }),
  account(['subadmin', 'Hannah', 'Whitaker', 'Office manager'], 'subscriber administrator', {
    roles: ['SubscriberAdministration'],
    createdDays: 900,
    period: 3,
    phase: 1,
  }),
  account(['ordinary', 'Oliver', "O'Brien", 'Claims handler'], 'Member', {}),
  account(['mfa_user', 'Thảo', 'Nguyễn', 'Portfolio analyst'], `Member with MFA on, key ${MFA_KEY}`, { mfa: true }),
  account(['disabled_user', 'Dieter', 'Weiß', 'Underwriter'], 'disabled', { disabledDays: 20 }),
  account(['locked_user', 'Łucja', 'Wójcik', 'Actuary'], 'locked after too many failures', { lockedMinutes: LOCKED_MINUTES }),
  account(['support_user', 'Samira', 'Haddad', 'Support engineer'], 'Support', {
    organisation: HOUSE,
    roles: ['Support'],
  }),
  account(['second_sub', 'Arjun', 'Iyer', 'Operations lead'], 'subscriber administrator', {
    organisation: NORTHGATE_PORTFOLIO,
    roles: ['SubscriberAdministration'],
    createdDays: 860,
    period: 4,
    phase: 2,
  }),
  account(['must_enrol', 'Eleni', 'Papadaki', 'Trust officer'], 'Member who must enrol for MFA', {
    organisation: REQUIRES_MFA,
    createdDays: 12,
    period: 0,
    phase: 0,
  }),
  account(['system_only', 'Tomás', 'Figueroa', 'Platform engineer'], 'system administrator and nothing else', {
    organisation: HOUSE,
    roles: ['SystemAdministration'],
    createdDays: 700,
    period: 5,
    phase: 2,
  }),
  invitation('invited@example.com', 'Ivy', 'Marshall', 5),
  invitation('expired@example.com', 'Edgar', 'Fairbanks', -9),
];

export const FIRST_GENERATED = accounts.length;
/** Room for the known accounts and an administrator per organisation. */
export const MIN_USERS = 50;
