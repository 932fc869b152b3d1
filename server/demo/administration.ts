/** Audit events of what administrators did to one user on one day. */
import { HOUR, MINUTE } from '../clock.ts';
import { accounts, FIRST_GENERATED } from './accounts.ts';
import { addFailures, ownEvent, subjectOf, type DemoEvent, type Subject } from './event.ts';
import { organisations } from './organisations.ts';
import { ACCEPT_MS, CREATED, isInvited, type Directory } from './userRows.ts';
import { fraction, pick } from './random.ts';
import { administratorOf } from './userState.ts';
import { momentOf } from './visits.ts';

const SALT = 700;
const SYSADMIN = 0;
const DISABLED = 2;
const ERRAND = 3;

const reasons = ['Case 20817: cannot see the portfolio', 'Reported by phone', 'Checking the font size setting', 'Ticket GH-3341'];

/** Appends what was done to `subject` on `day` to `events`, unordered. */
export function administeredOn(
  subject: Subject,
  day: number,
  visits: boolean,
  { users, now }: Directory,
  events: DemoEvent[],
): void {
  const { index, state } = subject;
  const moment = (salt: number): number => momentOf(now.getTime(), day, index, salt);
  const administrator = subjectOf(administratorOf(state.organisation, users, index));
  const by = (who: Subject, at: number, action: string, details: DemoEvent['details'] = {}): DemoEvent => ({
    ...ownEvent(who, at, action, details),
    target: subject.name,
    targetUserId: subject.userId,
    organisation: state.organisation,
  });

  if (state.createdDays === day) {
    const at = moment(CREATED);
    if (isInvited(index)) {
      events.push(by(administrator, at, 'Invite.CreateUser'), by(administrator, at + 4_000, 'Invite.SendEmail'));
      if (accounts[index]?.inviteDays === undefined) events.push(ownEvent(subject, at + ACCEPT_MS, 'Invite.Accept'));
    } else events.push(by(subjectOf(SYSADMIN), at, 'Users.Create'));
  }
  if (state.disabledDays === day) events.push(by(administrator, moment(DISABLED), 'Users.Enable', { enabled: false }));
  if (!visits || index < FIRST_GENERATED || administrator.index === index) return;

  const draw = fraction(SALT, index, day);
  const at = moment(ERRAND);
  if (draw < 0.006) {
    addFailures(subject, at - 7 * MINUTE, 5, events);
    events.push(by(administrator, at, 'Users.Unlock'));
  } else if (draw < 0.009) events.push(by(administrator, at, 'Roles.SetUser', { roles: state.roles }));
  else if (draw < 0.013)
    events.push(by(administrator, at, 'Users.ResetAuthentication', { type: pick(['Password', 'Mfa'], SALT, index, day) }));
  else if (draw < 0.015) events.push(by(administrator, at, 'Users.Impersonate', { reason: pick(reasons, SALT, index, day + 1) }));
  else if (draw < 0.018) events.push(by(administrator, at, 'Users.TakeOwnership'));
  else if (draw < 0.022) events.push(by(administrator, at, 'Users.Patch', { fields: ['title'] }));
  else if (draw < 0.024) {
    const elsewhere = (state.organisation + 1) % organisations.length;
    const outsider = subjectOf(administratorOf(elsewhere, users));
    events.push({
      ...ownEvent(outsider, at - HOUR, 'Users.Enable', { code: 'NotFound' }),
      target: subject.name,
      targetUserId: null,
      outcome: 'refused',
    });
  }
}
