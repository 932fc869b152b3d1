/** Ninety days of audit events, oldest first, as the product itself would have recorded them. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { administeredOn } from './administration.ts';
import { addFailures, type DemoEvent, ownEvent, type Subject, subjectOf } from './event.ts';
import { guessesOf } from './guesses.ts';
import { between, fraction } from './random.ts';
import { type Directory, lockedSince } from './userRows.ts';
import { userStateOf } from './userState.ts';
import { type Calendar, calendarOf, visitOf } from './visits.ts';

const AUDIT_DAYS = 90;

/** No event is earlier than this before the moment it is generated for. */
const LEAD_MS = 2 * HOUR;

/** Yields one batch per day, so that a million users need the memory of one day. No event is after `now`. */
export function* demoEvents(directory: Directory): Generator<DemoEvent[]> {
  const calendar = calendarOf(directory.users);
  const now = directory.now.getTime();
  // Events of one day reach into the next, so those that the next day may still precede wait for it.
  let postponed: DemoEvent[] = [];
  for (let day = AUDIT_DAYS - 1; day >= 0; day -= 1) {
    const events = [...postponed, ...guessesOf(day, directory)];
    for (let index = 0; index < directory.users; index += 1) eventsOf(index, day, calendar, directory, events);
    events.sort((left, right) => left.at - right.at);
    const settled = day === 0 ? now : now - day * DAY - LEAD_MS;
    const end = events.findIndex(({ at }) => at > settled);
    postponed = end < 0 ? [] : events.splice(end);
    yield events;
  }
}

const SALT = 650;
const FAILURES_TO_LOCK = 5;

/** Appends the events of user `index` on `day` to `events`, unordered. */
function eventsOf(index: number, day: number, calendar: Calendar, directory: Directory, events: DemoEvent[]): void {
  const visits = calendar.logsIn(index, day);
  const locks = day === 0 && userStateOf(index).lockedMinutes !== null;
  if (!visits && !locks && calendar.createdDays(index) !== day && calendar.disabledDays(index) !== day) return;
  const subject = subjectOf(index);
  if (visits) visit(subject, day, directory, events);
  if (locks) addFailures(subject, lockedSince(index, directory.now.getTime()), FAILURES_TO_LOCK, events);
  administeredOn(subject, day, visits, directory, events);
}

function visit(subject: Subject, day: number, { now }: Directory, events: DemoEvent[]): void {
  const { index, state } = subject;
  const at = visitOf(now.getTime(), day, index, state.live);
  const chance = (salt: number): number => fraction(SALT + salt, index, day);
  if (chance(1) < 0.1) addFailures(subject, at - 12_000, chance(2) < 0.8 ? 1 : 2, events);
  const asksCode = state.mfa && chance(3) < 0.6;
  // The time of a visit is the end of the login: with MFA, the password was entered a little before.
  const passwordAt = asksCode ? at - between(8_000, 40_000, SALT, index, day) : at;
  events.push(ownEvent(subject, passwordAt, 'Login.Login', { outcome: asksCode ? 'MfaCodeRequired' : 'SignedIn' }));
  if (asksCode) events.push(ownEvent(subject, at, 'Mfa.Login', { outcome: 'SignedIn' }));
  const draw = chance(4);
  if (draw < 0.015) events.push(ownEvent(subject, at + 3 * MINUTE, 'ChangeDetails.ChangePassword'));
  else if (draw < 0.025) events.push({ ...ownEvent(subject, at - 6 * MINUTE, 'Login.ForgotPassword'), actor: null });
  else if (draw < 0.035) events.push(ownEvent(subject, at + 4 * MINUTE, 'Users.SetEmailPreferences'));
  if (!state.live && chance(5) < 0.15)
    events.push(ownEvent(subject, at + Math.round((20 + 400 * chance(6)) * MINUTE), 'Login.Logout'));
}
