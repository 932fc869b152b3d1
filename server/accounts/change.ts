/** An account before and after a write, and what the difference means. */
import { hasAdministrativeRole, isSystemAdmin, SUBSCRIBER_ADMINISTRATION, type Person } from '../../api/contract/person.ts';

/** The columns on which the rules depend. */
export interface AccountState extends Pick<Person, 'roles' | 'house' | 'organisationId'> {
  readonly email: string;
  readonly enabled: boolean;
  readonly registered: boolean;
}

export interface AccountChange {
  readonly userId: string;
  /** Null for an invited user. */
  readonly userName: string | null;
  readonly locale: string | null;
  /** Null for a new account. */
  readonly before: AccountState | null;
  readonly after: AccountState;
  /** Administrators besides the author who answer for it. */
  readonly sponsorIds?: readonly string[];
}

export const nameOf = ({ userName, after }: Pick<AccountChange, 'userName' | 'after'>): string => userName ?? after.email;

export const isMoved = ({ before, after }: AccountChange): boolean =>
  before !== null && before.organisationId !== after.organisationId;
export const isDisabled = ({ before, after }: AccountChange): boolean => before?.enabled === true && !after.enabled;
export const hasNewEmail = ({ before, after }: AccountChange): boolean => before !== null && before.email !== after.email;

const gainedRoles = ({ before, after }: AccountChange) => after.roles.filter((role) => !before?.roles.includes(role));
const lostRoles = ({ before, after }: AccountChange) => before?.roles.filter((role) => !after.roles.includes(role)) ?? [];
const isAdministrative = (house: boolean) => (role: string) => hasAdministrativeRole({ roles: [role], house });

export const hasNewRoles = (change: AccountChange): boolean => gainedRoles(change).length + lostRoles(change).length > 0;
export const hasNewAdministrativeRoles = (change: AccountChange): boolean =>
  [...gainedRoles(change), ...lostRoles(change)].some(isAdministrative(change.after.house));

/** Whether the user becomes an administrator: by a role, by being enabled, or by a move, as a role may reach further in the other organisation. */
export const isPromoted = (change: AccountChange): boolean => {
  const { before, after } = change;
  if (before === null) return false;
  const isAdministrator = hasAdministrativeRole(after);
  return (
    gainedRoles(change).some(isAdministrative(after.house)) ||
    (isAdministrator && (isMoved(change) || (!before.enabled && after.enabled)))
  );
};

/** Whether its author answers for the account from now on. */
export const isSponsored = (change: AccountChange): boolean =>
  change.before === null || isPromoted(change) || hasNewEmail(change) || isMoved(change);

const isActive = ({ enabled, registered }: AccountState) => enabled && registered;
const isIn = ({ organisationId }: AccountState, other: AccountState) => organisationId === other.organisationId;

export const losesSystemAdministrator = ({ before, after }: AccountChange): boolean =>
  before !== null &&
  isActive(before) &&
  isSystemAdmin(before) &&
  !(isActive(after) && isSystemAdmin(after) && isIn(before, after));

export const becomesSystemAdministrator = ({ before, after }: AccountChange): boolean =>
  isSystemAdmin(after) && !(before !== null && isSystemAdmin(before) && before.registered);

const administers = (state: AccountState) => isActive(state) && state.roles.includes(SUBSCRIBER_ADMINISTRATION);

/** @returns the organisation that the account administered before and does not administer after */
export const formerlyAdministered = ({ before, after }: AccountChange): string[] =>
  before !== null && administers(before) && !(administers(after) && isIn(before, after)) ? [before.organisationId] : [];
