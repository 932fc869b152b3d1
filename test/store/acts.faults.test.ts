/** Administrator actions under faults: what the user sees, and that nothing is done twice. */
import { confirmIdentityCancelled, selfRead } from '@api/client/sessionEvents.ts';
import { recoveryApi } from '@api/client/recovery.api.ts';
import { seal } from '@api/client/secrets.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { registerModule } from '@store/modules.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { enableRequested, unlockRequested } from '@store/users/acts.saga.ts';
import { usersModule } from '@store/users/users.module.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(usersModule);

// Only the clock is faked: the alert distinguishes later user actions from immediate background fetches by time.
beforeEach(() => {
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['setTimeout', 'clearTimeout', 'queueMicrotask', 'nextTick'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const locked = { userName: 'someone', lockedUntil: '2030-01-01T00:00:00Z' };
const unlocked = { userName: 'someone', lockedUntil: null };

interface Faults {
  readonly unlock: Answer;
  readonly truth?: Reply | Answer;
}

/** Starts an unlock. */
async function startUnlock(faults: Faults) {
  const harness = start(faults);
  harness.store.dispatch(unlockRequested({ userName: 'someone' }));
  await settle();
  return harness;
}

function start({ unlock, truth = { json: locked } }: Faults) {
  const wire = scripted((call, nth) => {
    if (call.url === '/api/Login/ConfirmIdentity') return { json: { confirmed: true } };
    if (call.method === 'PUT') return unlock(call, nth);
    return typeof truth === 'function' ? truth(call, nth) : truth;
  });
  const { store, ...rest } = createStoreHarness({ transport: wire.transport });
  const answer = (confirmed: boolean) => {
    const question = selectQuestion(store.getState());
    if (!question) throw new Error('Nothing was asked');
    store.dispatch(questionAnswered({ id: question.id, confirmed }));
  };
  return {
    ...rest,
    store,
    yes: () => {
      answer(true);
    },
    no: () => {
      answer(false);
    },
    puts: () => wire.received.filter(({ method }) => method === 'PUT'),
    notices: () => selectNotices(store.getState()).map(({ message }) => ('phrase' in message ? message.phrase : message.text)),
    rows: () => selectChangedUsers(store.getState() as never).map(({ user }) => user as unknown),
    alert: () => selectAlert(store.getState()),
  };
}

const goesWell: Answer = () => ({ json: unlocked });

const disable = enableRequested({ userName: 'someone', enabled: false });

test('asks before it takes something away: which user, and what will happen', () => {
  const { store, puts } = start({ unlock: goesWell });
  store.dispatch(disable);
  expect(selectQuestion(store.getState())).toMatchObject({
    title: { phrase: 'actions:disable.title' },
    body: { phrase: 'actions:disable.body', values: { userName: 'someone' } },
    danger: true,
  });
  expect(puts()).toHaveLength(0);
});

test('declining the question does nothing', async () => {
  const { store, no, puts, notices } = start({ unlock: goesWell });
  store.dispatch(disable);
  no();
  await settle();
  expect(selectQuestion(store.getState())).toBeUndefined();
  expect(puts()).toHaveLength(0);
  expect(notices()).toEqual([]);
});

test('success: the row is updated and a notice shown', async () => {
  const { rows, notices, puts } = await startUnlock({ unlock: goesWell });
  expect(puts()).toHaveLength(1);
  expect(rows()).toEqual([unlocked]);
  expect(notices()).toEqual(['actions:unlock.done']);
});

test('double clicks do nothing twice: before the question, while it is open, and during the call', async () => {
  let finish: (reply: Reply) => void = () => undefined;
  const { store, puts, notices, yes } = start({ unlock: () => new Promise<Reply>((resolve) => (finish = resolve)) });
  store.dispatch(disable);
  store.dispatch(disable);
  store.dispatch(disable);
  yes();
  await settle();
  store.dispatch(disable);
  finish({ json: { userName: 'someone', enabled: false } });
  await settle();
  expect(puts()).toHaveLength(1);
  expect(notices()).toEqual(['actions:disable.done']);
  expect(selectQuestion(store.getState())).toBeUndefined();
});

test('without a question neither, even if the second click comes after the reply', async () => {
  const { store, puts, notices } = await startUnlock({ unlock: goesWell });
  store.dispatch(unlockRequested({ userName: 'someone' }));
  await settle();
  expect(puts()).toHaveLength(1);
  expect(notices()).toEqual(['actions:unlock.done']);
});

test('another user can be unlocked meanwhile', async () => {
  const { store, puts } = await startUnlock({ unlock: neverAnswers });
  store.dispatch(unlockRequested({ userName: 'another' }));
  await settle();
  expect(puts().map(({ url }) => url)).toEqual(['/api/Users/Unlock/someone', '/api/Users/Unlock/another']);
});

test('step-up: asked once, then the call continues by itself', async () => {
  const { store, notices, puts, alert } = await startUnlock({
    unlock: (_call, nth) => (nth === 1 ? problem(403, 'ConfirmIdentity') : { json: unlocked }),
  });
  expect(selectIsIdentityAsked(store.getState())).toBe(true);
  expect(alert()).toBeNull();
  await store.dispatch(recoveryApi.endpoints.confirmIdentity.initiate(seal({ body: { password: 'irrelevant' } })));
  await settle();
  expect(selectIsIdentityAsked(store.getState())).toBe(false);
  expect(puts()).toHaveLength(2);
  expect(notices()).toEqual(['actions:unlock.done']);
});

test('step-up declined: nothing happens and no error is shown', async () => {
  const { store, notices, alert, puts, rows } = await startUnlock({ unlock: () => problem(403, 'ConfirmIdentity') });
  store.dispatch(confirmIdentityCancelled());
  await settle();
  expect(selectIsIdentityAsked(store.getState())).toBe(false);
  expect([puts().length, notices(), rows(), alert()]).toEqual([1, [], [], null]);
});

test('500: shown once, the row is unchanged, and it can be tried again', async () => {
  let broken = true;
  const harness = await startUnlock({
    unlock: () => (broken ? problem(500, 'ServerError', 'Something broke') : { json: unlocked }),
  });
  expect(harness.alert()).toEqual({ text: 'Something broke' });
  expect(harness.rows()).toEqual([]);
  broken = false;
  jest.setSystemTime(Date.now() + 1000);
  harness.store.dispatch(unlockRequested({ userName: 'someone' }));
  await settle();
  expect(harness.notices()).toEqual(['actions:unlock.done']);
  expect(harness.alert()).toBeNull();
});

test('another administrator was faster: the row is refreshed', async () => {
  const { rows, alert } = await startUnlock({
    unlock: () => problem(409, 'Conflict', 'Changed meanwhile'),
    truth: { json: unlocked },
  });
  expect(rows()).toEqual([unlocked]);
  expect(alert()).toEqual({ text: 'Changed meanwhile' });
});

test.each([
  ['offline', offline, 'users:unanswered'],
  ['a proxy that gave up waiting', (): Reply => ({ status: 504, text: '<html>Gateway timeout</html>' }), 'users:unanswered'],
  ['a page of a captive portal', (): Reply => ({ text: '<html>Please pay</html>' }), 'users:unanswered'],
])(
  '%s: says so at once, reads the row, and "Try again" sends the same call of the same administrator',
  async (_what, fault, phrase) => {
    let isLost = true;
    const harness = start({ unlock: () => (isLost ? fault() : { json: unlocked }) });
    const { store, puts, notices, rows, alert } = harness;
    const self = { userId: 'u1', userName: 'admin', firstName: 'Ada', lastName: 'M', roles: [] } as never;
    store.dispatch(selfRead({ self, endsAt: Date.now() + 1e7 }));
    store.dispatch(unlockRequested({ userName: 'someone' }));
    await settle();
    expect([notices(), rows(), alert()]).toEqual([[phrase], [locked], null]);
    const [{ timeout, action } = { timeout: 0 }] = selectNotices(store.getState());
    expect(timeout).toBe(false);
    isLost = false;
    store.dispatch(action!.dispatch!);
    await settle();
    // The answer may be that of the first attempt: the row is read anew.
    expect([notices(), rows()]).toEqual([
      [phrase, 'actions:unlock.done'],
      [locked, locked],
    ]);
    const sent = puts().map(({ url, headers }) => [url, headers['Idempotency-Key'], headers['X-Caller-Id']]);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]).toEqual(['/api/Users/Unlock/someone', expect.stringMatching(/^"[0-9a-f-]{36}"$/), 'u1']);
  },
);

test('it can be tried again at once, also while the row is still being read', async () => {
  let isLost = true;
  const { store, notices, puts } = start({ unlock: () => (isLost ? offline() : { json: unlocked }), truth: neverAnswers });
  store.dispatch(unlockRequested({ userName: 'someone' }));
  await settle();
  isLost = false;
  store.dispatch(selectNotices(store.getState())[0]!.action!.dispatch!);
  await settle();
  expect([puts().length, notices()]).toEqual([2, ['users:unanswered']]);
});

test('pressed anew instead, it is another act with its own key', async () => {
  const { store, puts } = await startUnlock({ unlock: offline });
  store.dispatch(unlockRequested({ userName: 'someone' }));
  await settle();
  expect(new Set(puts().map(({ headers }) => headers['Idempotency-Key'])).size).toBe(2);
});

test('closing the store removes the question and aborts the call', async () => {
  const { store, puts } = await startUnlock({ unlock: neverAnswers });
  store.dispatch(enableRequested({ userName: 'another', enabled: false }));
  store.close();
  await settle();
  expect(puts()[0]?.signal.aborted).toBe(true);
});
