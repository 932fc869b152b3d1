/** The audit of the demo directory: in order, within its days, and telling the same story as the people's rows. */
import { operations } from '../../api/contract/index.ts';
import { DAY } from '../../server/clock.ts';
import type { DemoEvent } from '../../server/demo/event.ts';
import { demoEvents } from '../../server/demo/events.ts';
import { identityOf } from '../../server/demo/identity.ts';
import { userRow } from '../../server/demo/people.ts';
import { userStateOf } from '../../server/demo/standing.ts';

const now = new Date('2026-11-21T09:00:00Z');
const users = 2_000;
const events = [...demoEvents({ users, now })].flat();
const people = Array.from({ length: users }, (_, index) => userRow(index, { users, now }, 'hash'));

const lets = ({ action, outcome, details }: DemoEvent): boolean =>
  outcome === 'success' && (action === 'Mfa.Login' || (action === 'Login.Login' && details.outcome === 'SignedIn'));

describe('the audit of the demo directory', () => {
  test('is the same every time', () => {
    expect([...demoEvents({ users: 100, now })]).toEqual([...demoEvents({ users: 100, now })]);
  });

  test('runs forward through the last ninety days and ends now', () => {
    const times = events.map(({ at }) => at);
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times[0]).toBeGreaterThan(now.getTime() - 91 * DAY);
    expect(times[0]).toBeLessThan(now.getTime() - 89 * DAY);
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
    expect(times.at(-1)).toBeGreaterThan(now.getTime() - DAY / 24);
  });

  test('has several events for each person on average, of many kinds, all of them the product’s own', () => {
    expect(events.length / users).toBeGreaterThan(3);
    const actions = [...new Set(events.map(({ action }) => action))];
    expect(actions.filter((action) => !(action in operations))).toEqual([]);
    expect(actions.length).toBeGreaterThan(12);
    expect(new Set(events.map(({ outcome }) => outcome))).toEqual(new Set(['success', 'failure', 'refused']));
  });

  test('knows the last log-in of everybody who was here lately', () => {
    const latest = new Map<string | null, number>();
    for (const event of events) if (lets(event)) latest.set(event.targetUserId, event.at);
    const told = people.map(({ user_id }) => latest.get(user_id) ?? null);
    const stored = people.map(({ last_login_at }) => {
      const at = last_login_at ? new Date(last_login_at).getTime() : null;
      return at !== null && at > now.getTime() - 90 * DAY ? at : null;
    });
    expect(told).toEqual(stored);
  });

  test('lets nobody in after they were disabled or before they existed', () => {
    const wrong = events.filter((event) => {
      const person = people.find(({ user_id }) => user_id === event.targetUserId);
      return lets(event) && event.at < new Date(person?.created_at ?? 0).getTime();
    });
    expect(wrong).toEqual([]);
    const disabled = events.filter(
      ({ action, details, outcome }) => action === 'Users.Enable' && details.enabled === false && outcome === 'success',
    );
    expect(disabled.length).toBeGreaterThan(10);
    for (const { targetUserId, at } of disabled)
      expect(events.filter((event) => lets(event) && event.targetUserId === targetUserId && event.at > at)).toEqual([]);
  });

  test('shows the five failures of whoever is locked', () => {
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
      expect(last.at(-1)!.at).toBe((people[index]!.last_failed_at as Date).getTime());
    }
  });

  test('costs the memory of a day, however many people there are', () => {
    let most = 0;
    let all = 0;
    for (const batch of demoEvents({ users: 20_000, now })) {
      most = Math.max(most, batch.length);
      all += batch.length;
    }
    expect(most).toBeLessThan(all / 20);
  });
});
