/** The audit events of one user on one day. */
import { MINUTE } from '../clock.ts';
import { administeredOn } from './administration.ts';
import { addFailures, ownEvent, subjectOf, type DemoEvent, type Subject } from './event.ts';
import { lockedSince, type Directory } from './userRows.ts';
import { between, fraction } from './random.ts';
import { userStateOf } from './userState.ts';
import { visitOf, type Calendar } from './visits.ts';

const SALT = 650;
const FAILURES_TO_LOCK = 5;

/** Appends the events of user `index` on `day` to `events`, unordered. */
export function eventsOf(index: number, day: number, calendar: Calendar, directory: Directory, events: DemoEvent[]): void {
  const visits = calendar.signsIn(index, day);
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
  const chance = (question: number): number => fraction(SALT + question, index, day);
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
