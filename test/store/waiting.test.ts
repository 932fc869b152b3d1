/** Administrator actions without a connection: each waits in the queue, and is done once, in order, when it is back. */
import { identityChanged, selfRead, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { questionAnswered, selectQuestion } from '@store/notices/questions.slice.ts';
import { selectIsIdentityAsked } from '@store/session/confirmIdentity.slice.ts';
import { selectHasUnsavedChanges } from '@store/session/unsavedChanges.slice.ts';
import { registerModule } from '@store/modules.ts';
import { enableRequested, resetRequested, unlockRequested } from '@store/users/adminActions.saga.ts';
import { selectChangedUsers } from '@store/users/changedUsers.slice.ts';
import { usersModule } from '@store/users/users.module.ts';
import { selectWaiting, waitingRetryRequested, waitingTakenBack } from '@store/users/waiting/waiting.slice.ts';
import { type Answer, offline, problem, type Received, scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(usersModule);

afterEach(() => {
  window.dispatchEvent(new Event('online'));
});

function open(answer: Answer = () => ({ json: { userName: 'ada' } })) {
  const wire = scripted((call, nth) => (call.method === 'GET' ? { json: { userName: 'ada', now: true } } : answer(call, nth)));
  const { store } = createStoreHarness({ transport: wire.transport });
  const waiting = () => selectWaiting(store.getState() as never);
  return {
    store,
    waiting,
    go: async (kind: 'online' | 'offline') => {
      window.dispatchEvent(new Event(kind));
      await settle();
    },
    dispatch: async (action: { type: string }) => {
      store.dispatch(action);
      await settle();
    },
    puts: () => wire.received.filter(({ method }) => method === 'PUT'),
    shown: () => waiting().map(({ what, isMaybeDone }) => [what.phrase, what.values?.user, isMaybeDone]),
    notices: () => selectNotices(store.getState()).map(({ message }) => ('phrase' in message ? message.phrase : message.text)),
    alert: () => selectAlert(store.getState()),
    isUnsaved: () => selectHasUnsavedChanges(store.getState()),
  };
}

const paths = (calls: readonly Received[]) => calls.map(({ url }) => url);
const keys = (calls: readonly Received[]) => calls.map(({ headers }) => headers['Idempotency-Key']);

test('offline, actions wait in order and are sent once when the connection is back, each with its notice', async () => {
  const { go, dispatch, shown, puts, notices, waiting, alert, isUnsaved } = open();
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  await dispatch(enableRequested({ userName: 'bob', enabled: true }));
  // A second press is the same action.
  await dispatch(unlockRequested({ userName: 'ada' }));
  expect(shown()).toEqual([
    ['users:command.unlock.of', 'ada', false],
    ['users:command.enable.of', 'bob', false],
  ]);
  expect([puts(), alert(), isUnsaved()]).toEqual([[], null, true]);
  expect(notices()).toEqual(['session:waiting.added', 'session:waiting.added']);
  await go('online');
  await settle();
  expect(paths(puts())).toEqual(['/api/Users/Unlock/ada', '/api/Users/Enable/bob/true']);
  expect(new Set(keys(puts())).size).toBe(2);
  expect([waiting(), isUnsaved()]).toEqual([[], false]);
  expect(notices().slice(2)).toEqual(['users:unlock.done', 'users:enable.done']);
});

test('an action whose answer is lost waits too, and is repeated with its key; the row is read anew', async () => {
  const { store, dispatch, shown, puts, notices, alert } = open((_call, nth) =>
    nth === 1 ? offline() : { json: { userName: 'ada' } },
  );
  await dispatch(unlockRequested({ userName: 'ada' }));
  expect(shown()).toEqual([['users:command.unlock.of', 'ada', true]]);
  expect(alert()).toBeNull();
  await dispatch(waitingRetryRequested());
  await settle();
  expect(shown()).toEqual([]);
  const [first, second] = keys(puts());
  expect(first).toMatch(/^"[0-9a-f-]{36}"$/);
  expect(second).toBe(first);
  expect(selectChangedUsers(store.getState() as never).map(({ user }) => user as unknown)).toEqual([
    { userName: 'ada', now: true },
  ]);
  expect(notices()).toEqual(['session:waiting.added', 'users:unlock.done']);
});

test('while the server can’t be reached, later actions queue behind the first', async () => {
  let reachable = false;
  const { dispatch, shown, puts } = open(() => (reachable ? { json: { userName: 'ada' } } : offline()));
  await dispatch(unlockRequested({ userName: 'ada' }));
  await dispatch(unlockRequested({ userName: 'bob' }));
  expect(shown().map(([, user, isMaybeDone]) => [user, isMaybeDone])).toEqual([
    ['ada', true],
    ['bob', false],
  ]);
  await dispatch(waitingRetryRequested());
  expect(shown()).toHaveLength(2);
  reachable = true;
  await dispatch(waitingRetryRequested());
  await settle();
  expect(shown()).toEqual([]);
  expect(paths(puts())).toEqual([
    '/api/Users/Unlock/ada',
    '/api/Users/Unlock/ada',
    '/api/Users/Unlock/ada',
    '/api/Users/Unlock/bob',
  ]);
});

test.each([502, 503, 504])('while a server that restarts is answered for with %i, the action keeps its place', async (status) => {
  let restarting = true;
  const { go, dispatch, shown, puts, notices } = open(() =>
    restarting ? { status, text: 'Bad gateway' } : { json: { userName: 'ada' } },
  );
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  await go('online');
  expect(shown()).toEqual([['users:command.unlock.of', 'ada', true]]);
  restarting = false;
  await dispatch(waitingRetryRequested());
  await settle();
  expect([shown(), new Set(keys(puts())).size, puts().length]).toEqual([[], 1, 2]);
  expect(notices()).toEqual(['session:waiting.added', 'users:unlock.done']);
});

test('taken back while it is sent, it is not sent again, and can be asked for anew', async () => {
  let lose: () => void = () => undefined;
  const { go, dispatch, waiting, puts } = open((_call, nth) =>
    nth > 1
      ? { json: { userName: 'ada' } }
      : new Promise((_resolve, reject) => {
          lose = () => {
            reject(new TypeError('connection reset'));
          };
        }),
  );
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  const [{ id } = { id: '' }] = waiting();
  await go('online');
  expect(puts()).toHaveLength(1);
  await dispatch(waitingTakenBack(id));
  lose();
  await settle();
  await dispatch(waitingRetryRequested());
  expect([waiting(), puts().length]).toEqual([[], 1]);
  await dispatch(unlockRequested({ userName: 'ada' }));
  expect(new Set(keys(puts())).size).toBe(2);
});

test('each attempt names the user who began it', async () => {
  const { store, go, dispatch, puts } = open();
  store.dispatch(
    selfRead({
      self: { userId: 'u1', userName: 'admin', firstName: 'Ada', lastName: 'M', roles: [] } as never,
      endsAt: Date.now() + 1e7,
    }),
  );
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  await go('online');
  await settle();
  expect(puts().map(({ headers }) => headers['X-Caller-Id'])).toEqual(['u1']);
});

test('what is taken back is not sent', async () => {
  const { go, dispatch, waiting, puts, isUnsaved } = open();
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  await dispatch(waitingTakenBack(waiting()[0]?.id ?? ''));
  expect([waiting(), isUnsaved()]).toEqual([[], false]);
  await go('online');
  expect(puts()).toEqual([]);
});

test('a question is asked before it waits, a proof of identity or a refusal comes when it is sent, and the next goes on', async () => {
  const { store, go, dispatch, shown, puts, alert } = open(({ url }) =>
    url.includes('ResetAuthentication') ? problem(403, 'ConfirmIdentity') : problem(409, 'Conflict', 'Changed meanwhile'),
  );
  await go('offline');
  await dispatch(resetRequested({ userName: 'ada', what: 'password', hasMfa: false }));
  await dispatch(questionAnswered({ id: selectQuestion(store.getState())?.id ?? '', confirmed: true }));
  await dispatch(unlockRequested({ userName: 'bob' }));
  expect(shown()).toHaveLength(2);
  await go('online');
  expect(selectIsIdentityAsked(store.getState())).toBe(true);
  expect(puts()).toHaveLength(1);
  await dispatch({ type: 'session/confirmIdentityCancelled' });
  await settle();
  expect(shown()).toEqual([]);
  expect(paths(puts()).at(-1)).toBe('/api/Users/Unlock/bob');
  expect(alert()).toEqual({ text: 'Changed meanwhile' });
});

test.each([
  ['log-out', identityChanged({ by: 'logOut' as const })],
  ['the end of the session', sessionAbandoned()],
])('%s empties the queue, and says so without a name', async (_what, over) => {
  const { store, go, dispatch, waiting, puts, isUnsaved } = open();
  await go('offline');
  await dispatch(unlockRequested({ userName: 'ada' }));
  await dispatch(unlockRequested({ userName: 'bob' }));
  await dispatch(over);
  expect([waiting(), isUnsaved()]).toEqual([[], false]);
  expect(selectNotices(store.getState()).map(({ message }) => message)).toEqual([
    { phrase: 'session:waiting.dropped', values: { count: 2 } },
  ]);
  await go('online');
  expect(puts()).toEqual([]);
});
