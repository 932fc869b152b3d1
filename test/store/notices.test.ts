/** Toasts: queued, gone by themselves, held while a person is at them. */
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
  return {
    ...store,
    raise: (text: string, draft: Partial<NoticeDraft> = {}) =>
      store.dispatch(noticeRaised({ message: { text }, ...draft })).payload.id,
    texts: () => selectNotices(store.getState()).map(({ message }) => ('text' in message ? message.text : message.phrase)),
  };
}

test('what is not said has its default', () => {
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

test('they queue, and each goes after its own time', async () => {
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

test('5000 ms, not less and not more', async () => {
  const { raise, texts } = notices();
  raise('Saved');
  await jest.advanceTimersByTimeAsync(4999);
  expect(texts()).toEqual(['Saved']);
  await jest.advanceTimersByTimeAsync(1);
  expect(texts()).toEqual([]);
});

test('false is no timeout', async () => {
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

test('time stands still while a person is at it', async () => {
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

test('what was said to one person is not for the next', () => {
  for (const end of [sessionAbandoned(), identityChanged({ by: 'logOut' })]) {
    const { raise, texts, dispatch } = notices();
    raise('Anna was unlocked');
    dispatch(end);
    expect(texts()).toEqual([]);
  }
});

test('what was said before logging in is still there after it', () => {
  const { raise, texts, dispatch } = notices();
  raise('Your password has been changed');
  dispatch(identityChanged({ by: 'logIn' }));
  expect(texts()).toEqual(['Your password has been changed']);
});
