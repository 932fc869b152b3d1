/** The alert of SPEC.md points 4 and 8: set when a call fails, cleared when a later call succeeds or the user closes it. */
import { downloadAuditReport } from '@api/client/audit.api.ts';
import { confirmIdentityCancelled } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { seal } from '@api/client/secrets.ts';
import { usersApi } from '@api/client/users.api.ts';
import { alertClosed, selectAlert } from '@store/notices/alert.slice.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

function harness(answer: Answer) {
  const { store, ...rest } = createStoreHarness({ transport: scripted(answer).transport });
  return { ...rest, store, alert: () => selectAlert(store.getState()) };
}

const unlock = () => usersApi.endpoints.unlockUser.initiate({ userName: 'someone' });
const counts = () => usersApi.endpoints.fetchUserCounts.initiate({}, { forceRefetch: true, subscribe: false });
/** Longer than the minimum time that an alert is shown. */
const waitToRead = () => {
  jest.setSystemTime(Date.now() + 1000);
};
beforeEach(() => {
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['setTimeout', 'clearTimeout', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const unknown = { phrase: 'common:error.unknown' };

test.each<[string, Reply, object]>([
  ['an object with a message', { status: 400, json: { message: 'No such thing' } }, { text: 'No such thing' }],
  ['our problem', problem(409, 'LastSystemAdministrator', 'The last one stays.'), { text: 'The last one stays.' }],
  ['a JSON text', { status: 400, json: 'As it is' }, { text: 'As it is' }],
  ['plain text', { status: 500, text: 'As it is' }, { text: 'As it is' }],
  ['an object without a message', { status: 400, json: { detail: 'x' } }, unknown],
  ['a message that is no string', { status: 400, json: { message: { a: 1 } } }, unknown],
  ['a list', { status: 400, json: [] }, unknown],
  ['nothing', { status: 400 }, unknown],
  ['a page of HTML', { status: 502, text: '<!doctype html><h1>nginx</h1>' }, unknown],
])('%s', async (_name, reply, message) => {
  const { store, alert } = harness(() => reply);
  await store.dispatch(unlock());
  expect(alert()).toEqual(message);
});

test('failed queries set it like failed mutations', async () => {
  const { store, alert } = harness(() => problem(404, 'NotFound', 'Not there'));
  await store.dispatch(counts());
  expect(alert()).toEqual({ text: 'Not there' });
});

test('a call that lacks a parameter of its path says which, on the console too', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { store, alert } = harness(() => ({ json: {} }));
  await store.dispatch(usersApi.endpoints.unlockUser.initiate({} as { userName: string }));
  expect(alert()).toEqual({
    phrase: 'common:error.requiredParameter',
    values: { parameter: 'userName', operation: 'Users.Unlock' },
  });
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ name: 'RequiredParameterError' })]]);
  logged.mockRestore();
});

test.each([
  ['offline', offline, { phrase: 'common:error.network' }],
  [
    'too slow',
    () => {
      throw new DOMException('', 'TimeoutError');
    },
    { phrase: 'common:error.timeout' },
  ],
  [
    'a page that was opened as a file',
    () => {
      throw new DOMException('', 'NotSupportedError');
    },
    { phrase: 'common:error.protocol' },
  ],
])('%s', async (_name, answer, message) => {
  const { store, alert } = harness(answer);
  await store.dispatch(unlock());
  expect(alert()).toEqual(message);
});

test('a call that the user cancelled is no error', async () => {
  const { store, alert } = harness(neverAnswers);
  const running = store.dispatch(unlock());
  running.abort();
  await running;
  expect(alert()).toBeNull();
});

test('a later success clears it, and so does closing it', async () => {
  let reply: Reply = problem(400, 'BadRequest', 'Bad');
  const { store, alert } = harness(() => reply);
  await store.dispatch(unlock());
  store.dispatch(alertClosed());
  expect(alert()).toBeNull();
  await store.dispatch(unlock());
  expect(alert()).toEqual({ text: 'Bad' });
  reply = { json: {} };
  waitToRead();
  await store.dispatch(counts());
  expect(alert()).toBeNull();
});

test('background fetches right after the failure do not clear it', async () => {
  const { store, alert } = harness(({ method }) =>
    method === 'PUT' ? problem(409, 'Conflict', 'Changed meanwhile') : { json: {} },
  );
  await store.dispatch(usersApi.endpoints.fetchUserCounts.initiate({}));
  await store.dispatch(unlock());
  await settle();
  expect(alert()).toEqual({ text: 'Changed meanwhile' });
});

describe('an immediate success', () => {
  const READING_MS = 5000;
  const failThenSucceed = async () => {
    const found = harness(({ method }) => (method === 'PUT' ? problem(409, 'Conflict', 'Changed meanwhile') : { json: {} }));
    await found.store.dispatch(unlock());
    await found.store.dispatch(counts());
    return found;
  };
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.now() });
  });

  test('clears it after the minimum time to read it', async () => {
    const { alert } = await failThenSucceed();
    await jest.advanceTimersByTimeAsync(READING_MS - 1);
    expect(alert()).toEqual({ text: 'Changed meanwhile' });
    await jest.advanceTimersByTimeAsync(1);
    expect(alert()).toBeNull();
  });

  test('does not clear the alert of a later failure', async () => {
    const { store, alert } = await failThenSucceed();
    await jest.advanceTimersByTimeAsync(READING_MS / 2);
    await store.dispatch(unlock());
    await jest.advanceTimersByTimeAsync(READING_MS * 2);
    expect(alert()).toEqual({ text: 'Changed meanwhile' });
  });
});

test('a call started before the failure does not clear it', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  const { store, alert } = harness(({ url }) =>
    url.includes('Counts') ? new Promise<Reply>((resolve) => (finish = resolve)) : problem(400, 'BadRequest', 'Bad'),
  );
  const early = store.dispatch(counts());
  waitToRead();
  await store.dispatch(unlock());
  finish({ json: {} });
  await early;
  expect(alert()).toEqual({ text: 'Bad' });
  jest.useFakeTimers({ now: Date.now() });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(alert()).toEqual({ text: 'Bad' });
});

test('the newest failure is shown', async () => {
  const messages = ['first', 'second'];
  const { store, alert } = harness(() => problem(400, 'BadRequest', messages.shift()));
  await store.dispatch(unlock());
  await store.dispatch(unlock());
  expect(alert()).toEqual({ text: 'second' });
});

test('an error that the form shows itself is not shown here too', async () => {
  const { store, alert } = harness(() => problem(400, 'InvalidCredentials'));
  await store.dispatch(loginApi.endpoints.logIn.initiate(seal({ body: { userName: 'someone', password: 'wrong' } })));
  expect(alert()).toBeNull();
});

test('a 401 of the session check is no failure', async () => {
  const { store, alert } = harness(() => problem(401, 'SessionRequired'));
  await store.dispatch(loginApi.endpoints.checkLogin.initiate());
  expect(alert()).toBeNull();
});

test('declining step-up shows no alert', async () => {
  const { store, alert } = harness(() => problem(403, 'ConfirmIdentity'));
  const running = store.dispatch(unlock());
  await settle();
  store.dispatch(confirmIdentityCancelled());
  await running;
  expect(alert()).toBeNull();
});

test('downloads take part', async () => {
  let reply: Reply = problem(503, 'StoreUnavailable', 'Come back soon');
  const { store, alert } = harness(() => reply);
  const get = () => store.dispatch(downloadAuditReport({ format: 'csv' }, { fileName: 'audit.csv' }));
  await get();
  expect(alert()).toEqual({ text: 'Come back soon' });
  reply = { text: 'at,actor' };
  waitToRead();
  await get();
  expect(alert()).toBeNull();
});
