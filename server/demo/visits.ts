/** When users log in: days and times, consistent between audit, sessions and "last login". */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { between, fraction } from './random.ts';
import { lastVisitDays, userStateOf } from './userState.ts';
import type { UserState } from './userState.shape.ts';

const SALT = 300;

/** Maximum age of the login of users who are logged in now. */
const AT_WORK_MINUTES = 170;
const LUNCH_MS = 12 * HOUR;

/**
 * A moment `day` days ago, within the 24 hours that end `day` days before `now`; mostly in office hours.
 * @param salt distinguishes the events of one user on one day
 */
export function momentOf(now: number, day: number, index: number, salt: number): number {
  // The sum of two uniform numbers peaks at noon and spans from six to six.
  const hour = fraction(SALT + salt, index, day * 2) + fraction(SALT + salt, index, day * 2 + 1) - 1;
  const clock = LUNCH_MS + Math.round(hour * 6 * HOUR);
  return now - day * DAY - ((((now - clock) % DAY) + DAY) % DAY);
}

/** The moment of a user's login `day` days ago. @param live whether the user is logged in now, and so has logged in a short time ago */
export function visitOf(now: number, day: number, index: number, live: boolean): number {
  return live && day === 0 ? now - between(1, AT_WORK_MINUTES, SALT, index) * MINUTE : momentOf(now, day, index, 0);
}

/** Timestamp of the last login in milliseconds; null if none. */
export function lastVisit(now: number, index: number, state: UserState): number | null {
  const day = lastVisitDays(state);
  return day === null ? null : visitOf(now, day, index, state.live);
}

/** Tells which user logs in on which day, with six bytes per user, so that a day of a million users is computed fast. */
export interface Calendar {
  readonly users: number;
  logsIn(index: number, day: number): boolean;
  /** Days since the user was created; for most users before the days of the audit. */
  createdDays(index: number): number;
  disabledDays(index: number): number | null;
}

export function calendarOf(users: number): Calendar {
  const [period, phase, created, disabled] = [
    new Uint8Array(users),
    new Uint8Array(users),
    new Uint16Array(users),
    // 0: not disabled; else days + 1.
    new Uint16Array(users),
  ];
  for (let index = 0; index < users; index += 1) {
    const state = userStateOf(index);
    period[index] = state.period;
    phase[index] = state.phase;
    created[index] = state.createdDays;
    disabled[index] = state.disabledDays === null ? 0 : state.disabledDays + 1;
  }
  const at = (numbers: Uint8Array | Uint16Array, index: number): number => numbers[index] ?? 0;
  return {
    users,
    logsIn(index, day) {
      const every = at(period, index);
      return every > 0 && day % every === at(phase, index) % every && day < at(created, index) && day >= at(disabled, index);
    },
    createdDays: (index) => at(created, index),
    disabledDays: (index) => (at(disabled, index) === 0 ? null : at(disabled, index) - 1),
  };
}
