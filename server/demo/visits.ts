/** When people come: which days they sign in, and at what moment, so that the audit, the sessions and "last login" tell one story. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { between, fraction } from './random.ts';
import { lastVisitDays, standingOf } from './standing.ts';
import type { Standing } from './standing.shape.ts';

const SALT = 300;

/** How long ago the latest sign-in of people now at work may lie. */
const AT_WORK_MINUTES = 170;
const LUNCH_MS = 12 * HOUR;

/**
 * The moment of a person's doings `day` days ago, within the 24 hours that end `day` days before `now`; mostly in office hours.
 * @param question tells apart the things that one person does on one day
 */
export function momentOf(now: number, day: number, index: number, question: number): number {
  // Two chances added make a hill around noon, whose sides reach from six to six.
  const hour = fraction(SALT + question, index, day * 2) + fraction(SALT + question, index, day * 2 + 1) - 1;
  const clock = LUNCH_MS + Math.round(hour * 6 * HOUR);
  return now - day * DAY - ((((now - clock) % DAY) + DAY) % DAY);
}

export function visitOf(now: number, day: number, index: number, live: boolean): number {
  return live && day === 0 ? now - between(1, AT_WORK_MINUTES, SALT, index) * MINUTE : momentOf(now, day, index, 0);
}

/** Milliseconds of the latest sign-in; null for who has never come. */
export function lastVisit(now: number, index: number, standing: Standing): number | null {
  const day = lastVisitDays(standing);
  return day === null ? null : visitOf(now, day, index, standing.live);
}

/** Who comes on which day, for the whole directory: five bytes a person, so that a day of a million people is one quick look. */
export interface Calendar {
  readonly users: number;
  signsIn(index: number, day: number): boolean;
  /** Days ago; past the days the audit covers for most. */
  createdDays(index: number): number;
  disabledDays(index: number): number | null;
}

export function calendarOf(users: number): Calendar {
  const [period, phase, created, disabled] = [
    new Uint8Array(users),
    new Uint8Array(users),
    new Uint16Array(users),
    new Uint16Array(users),
  ];
  for (let index = 0; index < users; index += 1) {
    const standing = standingOf(index);
    period[index] = standing.period;
    phase[index] = standing.phase;
    created[index] = standing.createdDays;
    disabled[index] = standing.disabledDays === null ? 0 : standing.disabledDays + 1;
  }
  const at = (numbers: Uint8Array | Uint16Array, index: number): number => numbers[index] ?? 0;
  return {
    users,
    signsIn(index, day) {
      const every = at(period, index);
      return every > 0 && day % every === at(phase, index) % every && day < at(created, index) && day >= at(disabled, index);
    },
    createdDays: (index) => at(created, index),
    disabledDays: (index) => (at(disabled, index) === 0 ? null : at(disabled, index) - 1),
  };
}
