/** Derives a user's state from the index: organisation, roles, age, login frequency, locks. */
import { DORMANT_DAYS } from '../../api/contract/users.page.ts';
import { accounts, FIRST_GENERATED } from './accounts.ts';
import { HOUSE, OLDEST_DAYS, organisationAt, organisationOf, organisations } from './organisations.ts';
import { between, fraction, hash } from './random.ts';
import type { UserState } from './userState.shape.ts';

const SALT = 100;
const ADMINS_EACH = 2;
const PLACED_ADMINS = organisations.length * ADMINS_EACH;

export function userStateOf(index: number): UserState {
  const account = accounts[index];
  if (account) return account.state;
  const chance = (salt: number): number => fraction(SALT, index, salt);
  const offset = index - FIRST_GENERATED;
  const organisation = offset < PLACED_ADMINS ? offset % organisations.length : organisationOf(chance(1));
  const roles = offset < PLACED_ADMINS ? ['SubscriberAdministration'] : rolesAt(organisation, chance(2));
  const administers = roles.includes('SubscriberAdministration');
  const createdDays = administers
    ? between(300, OLDEST_DAYS, SALT, index, 3)
    : 1 + Math.floor((OLDEST_DAYS - 1) * chance(3) ** 1.4);
  const longAgo = createdDays > DORMANT_DAYS + 5;

  const draw = offset < PLACED_ADMINS ? 1 : chance(4);
  const never = draw < 0.02;
  const dormant = !never && longAgo && draw < 0.11;
  const disabledDays =
    draw >= 0.11 && draw < 0.16 && createdDays > 3 ? between(1, Math.min(createdDays - 2, 300), SALT, index, 5) : null;
  const lockedMinutes = draw >= 0.16 && draw < 0.172 ? between(20, 36 * 60, SALT, index, 6) : null;
  const live = draw >= 0.172 && chance(7) < 0.04;
  const period = never || dormant ? 0 : periodOf(chance(8), index);
  return {
    organisation,
    roles,
    createdDays,
    disabledDays,
    lockedMinutes,
    period,
    phase: live || period === 0 ? 0 : hash(SALT, index, 9) % period,
    live,
    dormantDays: dormant ? between(DORMANT_DAYS + 1, Math.min(createdDays - 1, 700), SALT, index, 10) : null,
    mfa: !never && chance(11) < (organisationAt(organisation).mfaRequired ? 0.93 : administers ? 0.85 : 0.38),
    mfaOverride: chance(12) < 0.02 ? !organisationAt(organisation).mfaRequired : null,
  };
}

/** Index of an administrator of an organisation, among the first `users` users. */
export function administratorOf(organisation: number, users: number, turn = 0): number {
  const known = accounts.findIndex(
    ({ state }) => state.organisation === organisation && state.roles.includes('SubscriberAdministration'),
  );
  if (known >= 0 && turn % 2 === 0) return known;
  const generated = FIRST_GENERATED + organisation + organisations.length * (turn % ADMINS_EACH);
  return generated < users ? generated : Math.max(known, 0);
}

/** Days since the last login, or null if none. */
export function lastVisitDays({ period, phase, createdDays, disabledDays, dormantDays }: UserState): number | null {
  if (period === 0) return dormantDays;
  const from = disabledDays === null ? 0 : disabledDays + 1;
  const day = from + ((period - ((from + period - phase) % period)) % period);
  return day < createdDays ? day : null;
}

function periodOf(chance: number, index: number): number {
  if (chance < 0.05) return between(3, 7, SALT, index, 13);
  if (chance < 0.4) return between(12, 30, SALT, index, 13);
  return between(40, DORMANT_DAYS - 2, SALT, index, 13);
}

function rolesAt(organisation: number, chance: number): string[] {
  if (chance < 0.01) return ['Member', 'SubscriberAdministration'];
  if (chance < 0.015) return [];
  const supporters = organisation === HOUSE ? 0.3 : 0.02;
  return chance < 0.015 + supporters ? ['Member', 'Support'] : ['Member'];
}
