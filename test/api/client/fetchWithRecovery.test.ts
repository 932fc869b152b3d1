/** Client calls: headers, retries, refreshing the anti-forgery token, and waiting for login or step-up. */
import {
  sessionEnded,
  sessionAbandoned,
  sessionResumed,
  confirmIdentityCancelled,
  confirmIdentityRequired,
} from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { securityApi } from '@api/client/security.api.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { ownRolesApi } from '@api/client/roles.self.api.ts';
import { seal } from '@api/client/secrets.ts';
import { usersApi } from '@api/client/users.api.ts';
import { impersonationApi } from '@api/client/users.impersonation.api.ts';
import { selfApi } from '@api/client/users.self.api.ts';
import type { Transport } from '@api/client/transport.ts';
import { clientStore } from './clientStore.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from './scriptedTransport.ts';

const { unlockUser, fetchUserCounts } = usersApi.endpoints;
const { changePassword } = securityApi.endpoints;
const { impersonateUser } = impersonationApi.endpoints;

function setup(answer: Answer, others?: Partial<Transport>) {
  const wire = scripted(answer, others);
  return { ...wire, store: clientStore(wire.transport) };
}

const unlock = () => unlockUser.initiate({ userName: 'someone' });
const counts = () => fetchUserCounts.initiate({});
/** Waits one event-loop turn, until pending microtasks have run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A pending reply. */
const later = () => Promise.withResolvers<Reply>();

describe('headers', () => {
  test('every call has X-Requested-With and echoes the anti-forgery cookie', async () => {
    const { store, received } = setup(() => ({ json: {} }), {
      cookies: (name) => (name === 'XSRF-TOKEN' ? ['token-1'] : []),
    });
    await store.dispatch(counts());
    await store.dispatch(unlock());
    for (const { headers } of received)
      expect(headers).toMatchObject({ 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': 'token-1' });
  });

  test('every call has the page’s language, and X-Background while the user is inactive', async () => {
    const { store, received } = setup(() => ({ json: {} }), { language: () => 'de', isUserActive: () => false });
    await store.dispatch(counts());
    expect(received[0]?.headers).toMatchObject({ 'Accept-Language': 'de', 'X-Background': 'true' });
  });

  test('an active user’s calls have no X-Background', async () => {
    const { store, received } = setup(() => ({ json: {} }));
    await store.dispatch(counts());
    expect(received[0]?.headers).not.toHaveProperty('X-Background');
  });
});

describe('retries', () => {
  test('a read is tried three times, with growing pauses', async () => {
    const { store, received, pauses } = setup((_call, nth) => (nth < 3 ? offline() : { json: { all: 1 } }));
    expect(await store.dispatch(counts())).toMatchObject({ data: { all: 1 } });
    expect(received).toHaveLength(3);
    expect(pauses).toEqual([300, 900]);
  });

  test.each([
    ['offline', offline, { kind: 'network' }],
    ['500', () => problem(500, 'ServerError'), { kind: 'problem', status: 500 }],
    [
      'HTML from a proxy',
      () => ({ status: 502, text: '<!DOCTYPE html><h1>Bad gateway</h1>' }),
      { kind: 'unreadable', status: 502 },
    ],
  ])('a read that fails permanently: %s', async (_name, answer, error) => {
    const { store, received } = setup(answer);
    expect(await store.dispatch(counts())).toMatchObject({ error });
    expect(received).toHaveLength(3);
  });

  test.each([
    ['offline', offline],
    ['500', () => problem(500, 'ServerError')],
  ])('a write is never retried: %s', async (_name, answer) => {
    const { store, received } = setup(answer);
    await store.dispatch(unlock());
    expect(received).toHaveLength(1);
  });

  test('a GET that changes something is a write', async () => {
    const { store, received } = setup(offline);
    await store.dispatch(impersonateUser.initiate({ userName: 'someone' }));
    expect(received).toHaveLength(1);
  });

  test('a refused read is not retried', async () => {
    const { store, received } = setup(() => problem(404, 'NotFound'));
    await store.dispatch(counts());
    expect(received).toHaveLength(1);
  });

  test('a long Retry-After fails at once', async () => {
    const { store, received } = setup(() => ({ ...problem(503, 'Busy'), headers: { 'Retry-After': '30' } }));
    expect(await store.dispatch(counts())).toMatchObject({ error: { kind: 'problem', status: 503, retryAfter: 30 } });
    expect(received).toHaveLength(1);
  });

  test('a short Retry-After is waited for', async () => {
    const { store, pauses } = setup((_call, nth) =>
      nth === 1 ? { ...problem(503, 'Busy'), headers: { 'Retry-After': '1' } } : { json: {} },
    );
    await store.dispatch(counts());
    expect(pauses).toEqual([1000]);
  });
});

describe('problems', () => {
  test.each([
    ['ours', problem(409, 'Conflict', 'Taken'), { kind: 'problem', status: 409, body: { message: 'Taken', code: 'Conflict' } }],
    [
      'an object with a message',
      { status: 418, json: { message: 'Short and stout' } },
      { kind: 'unreadable', status: 418, text: 'Short and stout' },
    ],
    ['a JSON text', { status: 400, json: 'Just words' }, { kind: 'unreadable', status: 400, text: 'Just words' }],
    ['plain text', { status: 400, text: 'Plain words' }, { kind: 'unreadable', status: 400, text: 'Plain words' }],
    ['nothing', { status: 400, text: '' }, { kind: 'unreadable', status: 400 }],
    ['HTML', { status: 404, text: '\n<html><body>No</body></html>' }, { kind: 'unreadable', status: 404 }],
    [
      "a proxy's patience that has ended",
      { status: 504, text: '<html><h1>504 Gateway Time-out</h1></html>' },
      { kind: 'timeout' },
    ],
    ['a message that is no text', { status: 400, json: { message: 7 } }, { kind: 'unreadable', status: 400 }],
  ])('%s', async (_name, reply, error) => {
    const { store } = setup(() => reply);
    expect(await store.dispatch(unlock())).toMatchObject({ error });
    // Problems are plain data, so that the state can hold them.
    const [kept] = Object.values(store.getState().api.mutations);
    expect(JSON.parse(JSON.stringify(kept))).toMatchObject({ error });
  });

  test.each([
    ['cut off', { text: '{"all": 1, "adm' }],
    ['empty', { text: '' }],
    ['HTML', { text: '<!doctype html><title>Log in to the hotel</title>' }],
  ])("a success that can't be read: %s", async (_name, reply) => {
    const { store } = setup(() => reply);
    expect(await store.dispatch(counts())).toMatchObject({ error: { kind: 'unreadable', status: 200 } });
  });

  test('aborted by the caller', async () => {
    const { store } = setup(neverAnswers);
    const running = store.dispatch(unlock());
    running.abort();
    expect(await running).toMatchObject({ error: { name: 'AbortError' } });
  });

  test('a timeout of the transport', async () => {
    const { store } = setup(() => {
      throw new DOMException('Too slow', 'TimeoutError');
    });
    expect(await store.dispatch(unlock())).toMatchObject({ error: { kind: 'timeout' } });
  });

  test('204 gives null', async () => {
    const { store } = setup(() => ({ status: 204 }));
    expect(await store.dispatch(loginApi.endpoints.logOut.initiate())).toEqual({ data: null });
  });
});

describe('success', () => {
  test.each([
    [200, true],
    [201, true],
    [299, true],
    [300, false],
    [399, false],
    [400, false],
  ])('is every status from 200 to 299: %d is %p', async (status, isSuccess) => {
    const { store } = setup(() => ({ status, json: { userName: 'someone' } }));
    const result = await store.dispatch(unlock());
    expect([result.data, result.error]).toEqual(
      isSuccess ? [{ userName: 'someone' }, undefined] : [undefined, { kind: 'unreadable', status }],
    );
  });

  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  test('may take a day: the client has no timeout', async () => {
    const limit = jest.spyOn(AbortSignal, 'timeout');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    let answer: (reply: Reply) => void = () => undefined;
    const { store, received } = setup(() => new Promise<Reply>((resolve) => (answer = resolve)));
    const call = store.dispatch(unlock());
    await jest.advanceTimersByTimeAsync(86_400_000);
    expect(received[0]?.signal.aborted).toBe(false);
    expect(limit).not.toHaveBeenCalled();
    answer({ json: { userName: 'someone' } });
    expect(await call).toEqual({ data: { userName: 'someone' } });
  });
});

describe('a stale anti-forgery token', () => {
  const withToken = (answer: Answer) => {
    let token = 'stale';
    return setup(
      async (call, nth) => {
        if (call.url === '/api/Login/Login' && call.method === 'GET') {
          token = 'fresh';
          return { json: {} };
        }
        return call.headers['X-XSRF-TOKEN'] === 'fresh' ? answer(call, nth) : problem(403, 'AntiForgery');
      },
      { cookies: () => [token] },
    );
  };

  test('is refreshed silently, and the call is repeated', async () => {
    const { store, received } = withToken(() => ({ json: { userName: 'someone' } }));
    expect(await store.dispatch(unlock())).toEqual({ data: { userName: 'someone' } });
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /api/Users/Unlock/someone',
      'GET /api/Login/Login',
      'PUT /api/Users/Unlock/someone',
    ]);
  });

  test.each([
    ['before ours', ['theirs', 'fresh'], ['theirs', 'fresh']],
    ['after ours', ['fresh', 'theirs'], ['fresh']],
    ['several', ['a', 'b', 'c', 'fresh', 'd'], ['a', 'b', 'c', 'fresh']],
    ['repeated', ['a', 'a', 'fresh'], ['a', 'fresh']],
    ['an empty one', ['', 'fresh'], [undefined, 'fresh']],
  ])('of another application, %s, is passed over, and the right one comes first from then on', async (_where, tokens, tried) => {
    const { store, received } = setup(
      ({ headers }) => (headers['X-XSRF-TOKEN'] === 'fresh' ? { json: { userName: 'someone' } } : problem(403, 'AntiForgery')),
      { cookies: () => tokens },
    );
    expect(await store.dispatch(unlock())).toEqual({ data: { userName: 'someone' } });
    expect(received.map(({ headers }) => headers['X-XSRF-TOKEN'])).toEqual(tried);
    await store.dispatch(unlock());
    expect(received.slice(tried.length).map(({ headers }) => headers['X-XSRF-TOKEN'])).toEqual(['fresh']);
  });

  test('beside that of another application is refreshed too', async () => {
    let tokens = ['theirs', 'stale'];
    const { store } = setup(
      ({ url, method, headers }) => {
        if (url === '/api/Login/Login' && method === 'GET') {
          tokens = ['theirs', 'fresh'];
          return { json: {} };
        }
        return headers['X-XSRF-TOKEN'] === 'fresh' ? { json: { userName: 'someone' } } : problem(403, 'AntiForgery');
      },
      { cookies: () => tokens },
    );
    expect(await store.dispatch(unlock())).toEqual({ data: { userName: 'someone' } });
  });

  test('is refreshed once for all calls refused for it', async () => {
    const { store, received } = withToken(() => ({ json: {} }));
    await Promise.all([store.dispatch(unlock()), store.dispatch(unlock()), store.dispatch(unlock())]);
    expect(received.filter(({ url }) => url === '/api/Login/Login')).toHaveLength(1);
  });

  test('that stays stale is reported as an error', async () => {
    const { store, received } = setup(({ url }) => (url === '/api/Login/Login' ? { json: {} } : problem(403, 'AntiForgery')));
    expect(await store.dispatch(unlock())).toMatchObject({ error: { body: { code: 'AntiForgery' } } });
    expect(received).toHaveLength(3);
  });
});

describe('401', () => {
  const unauthorisedUntilReturn = () => {
    let isBack = false;
    const there = setup(() => (isBack ? { json: {} } : problem(401, 'SessionRequired')));
    return { ...there, return: () => (isBack = true) };
  };

  test('dispatches one event for all calls, which continue after the next login', async () => {
    const there = unauthorisedUntilReturn();
    const calls = [there.store.dispatch(unlock()), there.store.dispatch(counts())];
    await settle();
    expect(there.store.actions.filter(sessionEnded.match)).toEqual([
      sessionEnded({ operation: 'Users.Unlock', path: '/Users/Unlock/{userName}' }),
    ]);
    there.return();
    there.store.dispatch(sessionResumed());
    expect(await Promise.all(calls)).toMatchObject([{ data: {} }, { data: {} }]);
  });

  test('is returned to the caller when the user does not log in again', async () => {
    const { store } = unauthorisedUntilReturn();
    const call = store.dispatch(unlock());
    await settle();
    store.dispatch(sessionAbandoned());
    expect(await call).toMatchObject({ error: { kind: 'problem', status: 401 } });
  });

  test('right after that login is returned, without asking again', async () => {
    const { store } = unauthorisedUntilReturn();
    const call = store.dispatch(unlock());
    await settle();
    store.dispatch(sessionResumed());
    expect(await call).toMatchObject({ error: { status: 401 } });
    expect(store.actions.filter(sessionEnded.match)).toHaveLength(1);
  });

  test('one that was pending during the new login does not ask again: the call is repeated', async () => {
    const slow = later();
    let times = 0;
    const { store } = setup(({ url }) => {
      if (url.startsWith('/api/Users/Counts')) return problem(401, 'SessionRequired');
      times += 1;
      return times === 1 ? slow.promise : { json: { userName: 'someone' } };
    });
    const late = store.dispatch(unlock());
    void store.dispatch(counts());
    await settle();
    store.dispatch(sessionResumed());
    slow.resolve(problem(401, 'SessionRequired'));
    expect(await late).toEqual({ data: { userName: 'someone' } });
    expect(store.actions.filter(sessionEnded.match)).toHaveLength(1);
  });

  test.each(['after the answer', 'before the answer'])(
    'of a read sent before the session was rotated, %s to the rotation, repeats it silently',
    async (when) => {
      const rotation = later();
      const refusal = later();
      let token = 'former';
      const { store, received } = setup(
        async ({ url, headers }) => {
          if (url.startsWith('/api/Users/Counts'))
            return headers['X-XSRF-TOKEN'] === 'next' ? { json: { all: 1 } } : refusal.promise;
          const reply = await rotation.promise;
          token = 'next';
          return reply;
        },
        { cookies: () => [token] },
      );
      const write = store.dispatch(
        changePassword.initiate(seal({ body: { currentPassword: 'a', newPassword: 'b', confirmPassword: 'b' } })),
      );
      const read = store.dispatch(counts());
      for (const reply of when === 'after the answer' ? [rotation, refusal] : [refusal, rotation]) {
        reply.resolve(reply === rotation ? { status: 204 } : problem(401, 'SessionRequired'));
        await settle();
      }
      expect(await write).toEqual({ data: null });
      expect(await read).toMatchObject({ data: { all: 1 } });
      // A third read follows from the change itself.
      const reads = received.filter(({ method }) => method === 'GET');
      expect(reads.slice(0, 2).map(({ headers }) => headers['X-XSRF-TOKEN'])).toEqual(['former', 'next']);
      expect(store.actions.some(sessionEnded.match)).toBe(false);
    },
  );

  test('of a read whose session was not rotated asks for a login', async () => {
    const { store } = setup(() => problem(401, 'SessionRequired'), { cookies: () => ['same'] });
    void store.dispatch(counts());
    await settle();
    expect(store.actions.filter(sessionEnded.match)).toHaveLength(1);
  });

  test('an aborted call stops waiting', async () => {
    const { store } = unauthorisedUntilReturn();
    const call = store.dispatch(unlock());
    await settle();
    call.abort();
    expect(await call).toMatchObject({ error: { name: 'AbortError' } });
  });

  test.each([401, 403])('%s is a valid result of the session check', async (status) => {
    const { store } = setup(() => ({
      ...problem(status, 'SessionRequired'),
      headers: { Location: '/LoginMfa/false?ReturnUrl=%2F' },
    }));
    expect(await store.dispatch(loginApi.endpoints.checkLogin.initiate())).toMatchObject({
      data: { kind: 'pending', next: '/LoginMfa/false?ReturnUrl=%2F' },
    });
    expect(store.actions.some(sessionEnded.match)).toBe(false);
  });

  test('the session check follows an absolute location on its own origin', async () => {
    const { store } = setup(() => ({
      ...problem(401, 'SessionRequired'),
      headers: { Location: `${location.origin}/LoginMfa/true?ReturnUrl=%2F#code` },
    }));
    expect(await store.dispatch(loginApi.endpoints.checkLogin.initiate())).toMatchObject({
      data: { kind: 'pending', next: '/LoginMfa/true?ReturnUrl=%2F#code' },
    });
  });

  // `src/navigation/loginLocation.ts` follows an absolute address only if the operator lists its origin.
  test.each([
    ['https://evil.example/', 'https://evil.example/'],
    ['https://localhost.evil.example/', 'https://localhost.evil.example/'],
    ['http://', null],
    ['//evil.example', 'http://evil.example/'],
    ['/\\evil.example', 'http://evil.example/'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('the session check names another origin as such: %s', async (header, next) => {
    const { store } = setup(() => ({ ...problem(401, 'SessionRequired'), headers: { Location: header } }));
    expect(await store.dispatch(loginApi.endpoints.checkLogin.initiate())).toMatchObject({ data: { next } });
  });

  test.each([
    [200, true, true],
    [200, false, false],
    [200, 'true', false],
    [201, true, false],
    [401, true, false],
    [403, true, false],
  ])('the role check: %s with %p is %p', async (status, json, expected) => {
    const { store } = setup(() => ({ status, json }));
    expect(await store.dispatch(ownRolesApi.endpoints.checkOwnRole.initiate({ role: 'Member' }))).toMatchObject({
      data: expected,
    });
    expect(store.actions.some(sessionEnded.match)).toBe(false);
  });

  test('logging out without a session succeeds', async () => {
    const { store } = setup(() => problem(401, 'SessionRequired'));
    expect(await store.dispatch(loginApi.endpoints.logOut.initiate())).toEqual({ data: null });
  });
});

describe('step-up', () => {
  const untilConfirmed = () => {
    let confirmed = false;
    return setup(({ url }) => {
      if (url === '/api/Login/ConfirmIdentity') confirmed = true;
      return confirmed ? { json: { confirmed: true } } : problem(403, 'ConfirmIdentity');
    });
  };
  const confirm = () => recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: 'irrelevant' } }));

  test('asks once for many calls; all of them are repeated', async () => {
    const { store, received } = untilConfirmed();
    const calls = [store.dispatch(unlock()), store.dispatch(impersonateUser.initiate({ userName: 'someone' }))];
    await settle();
    expect(store.actions.filter(confirmIdentityRequired.match)).toHaveLength(1);
    await store.dispatch(confirm());
    expect(await Promise.all(calls)).toMatchObject([{ data: {} }, { data: {} }]);
    expect(received.filter(({ url }) => url.startsWith('/api/Users/'))).toHaveLength(4);
  });

  test('cancelling returns the problem', async () => {
    const { store, received } = untilConfirmed();
    const call = store.dispatch(unlock());
    await settle();
    store.dispatch(confirmIdentityCancelled());
    expect(await call).toMatchObject({ error: { body: { code: 'ConfirmIdentity' } } });
    expect(received).toHaveLength(1);
  });

  test.each([
    ['confirmed', { data: { userName: 'someone' } }],
    ['declined', { error: { body: { code: 'ConfirmIdentity' } } }],
  ])('a %s prompt also applies to a call whose refusal was still pending: it asks once', async (what, outcome) => {
    const slow = later();
    let times = 0;
    const { store } = setup(({ url }) => {
      if (url === '/api/Login/ConfirmIdentity') return { json: { confirmed: true } };
      if (url.includes('/Impersonate')) return times > 1 ? { json: {} } : problem(403, 'ConfirmIdentity');
      times += 1;
      return times === 1 ? slow.promise : { json: { userName: 'someone' } };
    });
    const late = store.dispatch(unlock());
    const first = store.dispatch(impersonateUser.initiate({ userName: 'someone' }));
    await settle();
    if (what === 'confirmed') await store.dispatch(confirm());
    else store.dispatch(confirmIdentityCancelled());
    slow.resolve(problem(403, 'ConfirmIdentity'));
    expect(await late).toMatchObject(outcome);
    await first;
    expect(store.actions.filter(confirmIdentityRequired.match)).toHaveLength(1);
  });

  test('a prompt cancelled with its call decides nothing: the next refusal asks', async () => {
    const slow = later();
    const { store } = setup(({ url }) => (url.includes('/Impersonate') ? problem(403, 'ConfirmIdentity') : slow.promise));
    const late = store.dispatch(unlock());
    const first = store.dispatch(impersonateUser.initiate({ userName: 'someone' }));
    await settle();
    first.abort();
    await first;
    slow.resolve(problem(403, 'ConfirmIdentity'));
    await settle();
    expect(store.actions.filter(confirmIdentityRequired.match)).toHaveLength(2);
    late.abort();
    await late;
  });

  test('the prompt closes when the last waiting call is aborted', async () => {
    const { store } = untilConfirmed();
    const call = store.dispatch(unlock());
    await settle();
    call.abort();
    await call;
    expect(store.actions.some(confirmIdentityCancelled.match)).toBe(true);
  });

  test('recovers from each in turn: stale token, ended session, step-up', async () => {
    const refusals = ['AntiForgery', 'SessionRequired', 'ConfirmIdentity'];
    const { store } = setup(({ url }) => {
      if (!url.startsWith('/api/Users')) return { json: {} };
      const next = refusals.shift();
      return next ? problem(next === 'SessionRequired' ? 401 : 403, next) : { json: { userName: 'someone' } };
    });
    const call = store.dispatch(unlock());
    await settle();
    store.dispatch(sessionResumed());
    await settle();
    await store.dispatch(confirm());
    expect(await call).toEqual({ data: { userName: 'someone' } });
  });
});

test("the session's end is computed by the server's clock, not by this browser's", async () => {
  const aDayAhead = Date.now() + 86_400_000;
  const { store } = setup(() => ({
    json: { sessionExpiresAt: new Date(aDayAhead + 60_000).toISOString() },
    headers: { Date: new Date(aDayAhead).toUTCString() },
  }));
  await store.dispatch(selfApi.endpoints.fetchSelf.initiate());
  const selfRead = store.actions.find((action) => action.type === 'session/selfRead') as unknown as {
    payload: { endsAt: number };
  };
  const left = selfRead.payload.endsAt - Date.now();
  expect(left).toBeGreaterThan(57_000);
  expect(left).toBeLessThanOrEqual(61_000);
});
