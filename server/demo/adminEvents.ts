/** What one person did on one day, and what was done to them, as audit events. */
import { MINUTE } from '../clock.ts';
import { administeredOn } from './administration.ts';
import { fail, own, subjectOf, type DemoEvent, type Subject } from './event.ts';
import { lockedSince, type Directory } from './people.ts';
import { between, fraction } from './random.ts';
import { standingOf } from './standing.ts';
import { visitOf, type Calendar } from './visits.ts';

const SALT = 650;
const FAILURES_TO_LOCK = 5;

/** Adds the events of person `index` on `day` to `events`, in no order. */
export function eventsOf(index: number, day: number, calendar: Calendar, directory: Directory, events: DemoEvent[]): void {
  const visits = calendar.signsIn(index, day);
  const locks = day === 0 && standingOf(index).lockedMinutes !== null;
  if (!visits && !locks && calendar.createdDays(index) !== day && calendar.disabledDays(index) !== day) return;
  const subject = subjectOf(index);
  if (visits) visit(subject, day, directory, events);
  if (locks) fail(subject, lockedSince(index, directory.now.getTime()), FAILURES_TO_LOCK, events);
  administeredOn(subject, day, visits, directory, events);
}

function visit(subject: Subject, day: number, { now }: Directory, events: DemoEvent[]): void {
  const { index, standing } = subject;
  const at = visitOf(now.getTime(), day, index, standing.live);
  const chance = (question: number): number => fraction(SALT + question, index, day);
  if (chance(1) < 0.1) fail(subject, at - 12_000, chance(2) < 0.8 ? 1 : 2, events);
  const asksCode = standing.mfa && chance(3) < 0.6;
  // The time of a visit is when it let them in: with a code, the password was right a little before.
  const passwordAt = asksCode ? at - between(8_000, 40_000, SALT, index, day) : at;
  events.push(own(subject, passwordAt, 'Login.Login', { outcome: asksCode ? 'MfaCodeRequired' : 'SignedIn' }));
  if (asksCode) events.push(own(subject, at, 'Mfa.Login', { outcome: 'SignedIn' }));
  const errand = chance(4);
  if (errand < 0.015) events.push(own(subject, at + 3 * MINUTE, 'ChangeDetails.ChangePassword'));
  else if (errand < 0.025) events.push({ ...own(subject, at - 6 * MINUTE, 'Login.ForgotPassword'), actor: null });
  else if (errand < 0.035) events.push(own(subject, at + 4 * MINUTE, 'Users.SetEmailPreferences'));
  if (!standing.live && chance(5) < 0.15)
    events.push(own(subject, at + Math.round((20 + 400 * chance(6)) * MINUTE), 'Login.Logout'));
}
