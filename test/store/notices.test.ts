/** Toasts: queued, closed after their time from when they are shown, kept while hovered or focused. */
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import {
  noticeDismissed,
  type NoticeDraft,
  noticeHeld,
  noticeRaised,
  noticeReleased,
  selectNotices,
} from '@store/notices/notices.slice.ts';
import { scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness } from './storeHarness.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function notices() {
  const { store } = createStoreHarness({ transport: scripted(() => ({ json: {} })).transport });
  const raiseUnseen = (text: string, draft: Partial<NoticeDraft> = {}) =>
    store.dispatch(noticeRaised({ message: { text }, ...draft })).payload.id;
  return {
    ...store,
    raiseUnseen,
    raise: (...notice: Parameters<typeof raiseUnseen>) => {
      const id = raiseUnseen(...notice);
      store.dispatch(noticeReleased(id));
      return id;
    },
    texts: () => selectNotices(store.getState()).map(({ message }) => ('text' in message ? message.text : message.phrase)),
  };
}

test('options have defaults', () => {
  const { raise, getState } = notices();
  raise('Saved');
  expect(selectNotices(getState())).toEqual([
    {
      id: expect.any(String) as string,
      message: { text: 'Saved' },
      severity: 'info',
      html: false,
      closable: true,
      timeout: 5000,
    },
  ]);
});

test('they queue, and each closes after its own time', async () => {
  const { raise, texts } = notices();
  raise('first');
  await jest.advanceTimersByTimeAsync(1000);
  raise('short', { timeout: 1500 });
  raise('last');
  expect(texts()).toEqual(['first', 'short', 'last']);
  await jest.advanceTimersByTimeAsync(1500);
  expect(texts()).toEqual(['first', 'last']);
  await jest.advanceTimersByTimeAsync(2500);
  expect(texts()).toEqual(['last']);
  await jest.advanceTimersByTimeAsync(1000);
  expect(texts()).toEqual([]);
});

test('the default time is 5000 ms, not less and not more', async () => {
  const { raise, texts } = notices();
  raise('Saved');
  await jest.advanceTimersByTimeAsync(4999);
  expect(texts()).toEqual(['Saved']);
  await jest.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual([]);
});

test('one whose code is still on its way waits, and is then shown for its whole time', async () => {
  const { raiseUnseen, texts, dispatch } = notices();
  const id = raiseUnseen('Saved');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(['Saved']);
  dispatch(noticeReleased(id));
  await jest.advanceTimersByTimeAsync(5000);
  expect(texts()).toEqual([]);
});

test('a timeout of false keeps it open', async () => {
  const { raise, texts } = notices();
  raise('stays', { timeout: false });
  await jest.advanceTimersByTimeAsync(86_400_000);
  expect(texts()).toEqual(['stays']);
});

test('each can be dismissed, and the others stay', () => {
  const { raise, texts, dispatch } = notices();
  const first = raise('first');
  raise('second');
  dispatch(noticeDismissed(first));
  expect(texts()).toEqual(['second']);
});

test('the time is paused while the user hovers or focuses it', async () => {
  const { raise, texts, dispatch } = notices();
  const id = raise('with a link');
  await jest.advanceTimersByTimeAsync(4000);
  dispatch(noticeHeld(id));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(texts()).toEqual(['with a link']);
  dispatch(noticeReleased(id));
  await jest.advanceTimersByTimeAsync(4999);
  expect(texts()).toEqual(['with a link']);
  await jest.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual([]);
});

test('notices of one user are not shown to the next', () => {
  for (const end of [sessionAbandoned(), identityChanged({ by: 'logOut' })]) {
    const { raise, texts, dispatch } = notices();
    raise('Anna was unlocked');
    dispatch(end);
    expect(texts()).toEqual([]);
  }
});

test('a notice from before login is still there after it', () => {
  const { raise, texts, dispatch } = notices();
  raise('Your password has been changed');
  dispatch(identityChanged({ by: 'logIn' }));
  expect(texts()).toEqual(['Your password has been changed']);
});
