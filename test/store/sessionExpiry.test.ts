/** Session expiry: the warning, "Stay logged in", and background requests that do not extend the session. */
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

/** A server whose sessions end 30 minutes after the last request that was not a background one. */
async function harness({ clockAheadMs = 0, lifetime = 30 * MINUTE } = {}) {
  let isUserActive = true;
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
    { isUserActive: () => isUserActive },
  );
  const opened = createStoreHarness({ transport });
  const { store } = opened;
  await store.dispatch(selfApi.endpoints.fetchSelf.initiate());
  return {
    ...opened,
    received,
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
    warned: () => selectEndingAt(store.getState()) !== null,
    setUserActive: (active: boolean) => (isUserActive = active),
    /** A user's request elsewhere, which extends the session. */
    work: () => {
      endsAt = serverNow() + lifetime;
    },
    selfReads: () => received.filter(({ url }) => url === '/api/Users/Self').length,
  };
}

test('an idle user is warned two minutes before the end, not earlier', async () => {
  const { pass, setUserActive, warned } = await harness();
  setUserActive(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('"Stay logged in" extends the session, and the next warning comes in time', async () => {
  const { store, pass, setUserActive, warned } = await harness();
  setUserActive(false);
  await pass(28 * MINUTE + 2000);
  setUserActive(true);
  store.dispatch(stayRequested());
  await pass(0);
  expect(warned()).toBe(false);
  setUserActive(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('no warning when other requests have extended the session', async () => {
  const { pass, setUserActive, warned, work } = await harness();
  setUserActive(false);
  await pass(20 * MINUTE);
  work();
  await pass(10 * MINUTE);
  expect(warned()).toBe(false);
  await pass(18 * MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('an active user’s session is extended without a warning', async () => {
  const { pass, warned } = await harness();
  await pass(60 * MINUTE);
  expect(warned()).toBe(false);
});

test('after the end the page goes to the login page by itself', async () => {
  const { pass, setUserActive, navigations: went, warned } = await harness();
  setUserActive(false);
  await pass(31 * MINUTE);
  expect(went).toEqual(['login ← /Users/List?sort=userName#top']);
  expect(warned()).toBe(false);
});

test('a clock that is a day off changes nothing', async () => {
  const { pass, setUserActive, warned } = await harness({ clockAheadMs: -86_400_000 });
  setUserActive(false);
  await pass(27 * MINUTE);
  expect(warned()).toBe(false);
  await pass(MINUTE + 2000);
  expect(warned()).toBe(true);
});

test('thirty days exceed setTimeout’s range, and no warning comes early', async () => {
  const { pass, setUserActive, warned, selfReads } = await harness({ lifetime: 30 * 24 * 60 * MINUTE });
  setUserActive(false);
  const before = selfReads();
  await pass(29 * 24 * 60 * MINUTE);
  expect(warned()).toBe(false);
  expect(selfReads()).toBe(before);
});
