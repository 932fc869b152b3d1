/** The session's end by itself: a warning, "Stay logged in", and no prolonging by the page alone. */
import { selfApi } from '@api/client/users.self.api.ts';
import { selectEndingAt, stayRequested } from '@store/session/session.slice.ts';
import { problem, scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness } from './storeHarness.ts';

const MINUTE = 60_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** A server whose sessions last 30 minutes from the last call that a person made. */
async function world({ clockAheadMs = 0, lifetime = 30 * MINUTE } = {}) {
  let attended = true;
  let endsAt = 0;
  const serverNow = () => Date.now() + clockAheadMs;
  const { transport, received } = scripted(
    ({ url, headers }) => {
      if (endsAt !== 0 && serverNow() > endsAt) return problem(401, 'SessionRequired');
      if (!('X-Background' in headers)) endsAt = serverNow() + lifetime;
      const profile = { userId: 'id-1', userName: 'someone', firstName: 'Some', lastName: 'One', roles: [] };
      return url === '/api/Users/Self'
        ? {
            json: { ...profile, sessionExpiresAt: new Date(endsAt).toISOString() },
            headers: { Date: new Date(serverNow()).toUTCString() },
          }
        : { json: 'default' };
    },
    { isUserActive: () => attended },
  );
  const opened = createStoreHarness({ transport });
  const { store } = opened;
  await store.dispatch(selfApi.endpoints.fetchSelf.initiate());
  return {
    ...opened,
    received,
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
    warned: () => selectEndingAt(store.getState()) !== null,
    /** Somebody is at the page, or nobody. */
    attend: (present: boolean) => (attended = present),
    /** Another call of the person: prolongs the session. */
    work: () => {
      endsAt = serverNow() + lifetime;
    },
    selfReads: () => received.filter(({ url }) => url === '/api/Users/Self').length,
  };
}

test('who does nothing is warned two minutes before the end, not earlier', async () => {
  const { pass, attend, warned } = await world();
  attend(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('"Stay logged in" keeps the session, and the next warning comes in its time', async () => {
  const { store, pass, attend, warned } = await world();
  attend(false);
  await pass(28 * MINUTE + 2000);
  attend(true);
  store.dispatch(stayRequested());
  await pass(0);
  expect(warned()).toBe(false);
  attend(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('whose calls prolonged the session is not warned', async () => {
  const { pass, attend, warned, work } = await world();
  attend(false);
  await pass(20 * MINUTE);
  work();
  await pass(10 * MINUTE);
  expect(warned()).toBe(false);
  await pass(18 * MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('who sits there reading is kept', async () => {
  const { pass, warned } = await world();
  await pass(60 * MINUTE);
  expect(warned()).toBe(false);
});

test('after the end the login page comes by itself', async () => {
  const { pass, attend, navigations: went, warned } = await world();
  attend(false);
  await pass(31 * MINUTE);
  expect(went).toEqual(['login ← /Users/List?sort=userName#top']);
  expect(warned()).toBe(false);
});

test('a clock that is a day off changes nothing', async () => {
  const { pass, attend, warned } = await world({ clockAheadMs: -86_400_000 });
  attend(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('thirty days are longer than a browser can time, and no alarm comes early', async () => {
  const { pass, attend, warned, selfReads } = await world({ lifetime: 30 * 24 * 60 * MINUTE });
  attend(false);
  const before = selfReads();
  await pass(29 * 24 * 60 * MINUTE);
  expect(warned()).toBe(false);
  expect(selfReads()).toBe(before);
});
