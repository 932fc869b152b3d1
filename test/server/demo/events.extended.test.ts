/** Audit events of the demo data: in order, within 90 days, and consistent with the users' rows. */
import { operations } from '../../../api/contract/index.ts';
import { DAY } from '../../../server/clock.ts';
import type { DemoEvent } from '../../../server/demo/event.ts';
import { demoEvents } from '../../../server/demo/events.ts';
import { identityOf } from '../../../server/demo/identity.ts';
import { userRow } from '../../../server/demo/userRows.ts';
import { userStateOf } from '../../../server/demo/userState.ts';

const now = new Date('2026-11-21T09:00:00Z');
const users = 2_000;
const events = [...demoEvents({ users, now })].flat();
const userRows = Array.from({ length: users }, (_, index) => userRow(index, { users, now }, 'hash'));

const isLogin = ({ action, outcome, details }: DemoEvent): boolean =>
  outcome === 'success' && (action === 'Mfa.Login' || (action === 'Login.Login' && details.outcome === 'SignedIn'));

describe('The audit of the demo data', () => {
  test('is deterministic', () => {
    expect([...demoEvents({ users: 100, now })]).toEqual([...demoEvents({ users: 100, now })]);
  });

  test('is in chronological order, from 90 days ago until now', () => {
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times[0]).toBeGreaterThan(now.getTime() - 91 * DAY);
    expect(times[0]).toBeLessThan(now.getTime() - 89 * DAY);
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
    expect(times.at(-1)).toBeGreaterThan(now.getTime() - DAY / 24);
  });

  test('has more than three events per user on average, of many kinds, all of them operations of the contract', () => {
    expect(events.length / users).toBeGreaterThan(3);
    const actions = [...new Set(events.map(({ action }) => action))];
    expect(actions.filter((action) => !(action in operations))).toEqual([]);
    expect(actions.length).toBeGreaterThan(12);
    expect(new Set(events.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'failure', 'refused']));
  });

  test('contains the last login of every user who logged in within 90 days', () => {
    const latest = new Map<string | null, number>();
    for (const event of events) if (isLogin(event)) latest.set(event.targetUserId, event.at);
    const audited = userRows.map(({ user_id }) => latest.get(user_id) ?? null);
    const stored = userRows.map(({ last_login_at }) => {
      const at = last_login_at ? new Date(last_login_at).getTime() : null;
      return at !== null && at > now.getTime() - 90 * DAY ? at : null;
    });
    expect(audited).toEqual(stored);
  });

  test('contains no login of a user who is disabled or not yet created', () => {
    const tooEarly = events.filter((event) => {
      const user = userRows.find(({ user_id }) => user_id === event.targetUserId);
      return isLogin(event) && event.at < new Date(user?.created_at ?? 0).getTime();
    });
    expect(tooEarly).toEqual([]);
    const disabled = events.filter(
      ({ action, details, outcome }) => action === 'Users.Enable' && details.enabled === false && outcome === 'success',
    );
    expect(disabled.length).toBeGreaterThan(10);
    for (const { targetUserId, at } of disabled)
      expect(events.filter((event) => isLogin(event) && event.targetUserId === targetUserId && event.at > at)).toEqual([]);
  });

  test('contains the five failures of each locked user', () => {
    const locked = Array.from({ length: users }, (_, index) => index).filter(
      (index) => userStateOf(index).lockedMinutes !== null,
    );
    expect(locked.length).toBeGreaterThan(3);
    for (const index of locked) {
      const { userId } = identityOf(index, userStateOf(index).organisation);
      const last = events.filter(({ targetUserId, action }) => targetUserId === userId && action === 'Login.Login').slice(-5);
      expect(last.map(({ outcome, details }) => [outcome, details.failures])).toEqual(
        [1, 2, 3, 4, 5].map((failures) => ['failure', failures]),
      );
      expect(last.at(-1)!.at).toBe((userRows[index]!.last_failed_at as Date).getTime());
    }
  });

  test('is generated in batches of one day, so that memory does not grow with the whole', () => {
    let largestBatch = 0;
    let total = 0;
    for (const batch of demoEvents({ users: 20_000, now })) {
      largestBatch = Math.max(largestBatch, batch.length);
      total += batch.length;
    }
    expect(largestBatch).toBeLessThan(total / 20);
  });
});
