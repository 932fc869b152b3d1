/** Font size, theme and language: applied at once, stored on the server or in this browser. */
import { selfApi } from '@api/client/users.self.api.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { fontSizeRequested, localeChosen, selectSettings, themeChosen } from '@store/settings/settings.slice.ts';
import { type Answer, offline, problem, type Reply, scripted } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

const remembered = { fontSize: 'compact', theme: 'dark', locale: 'de' } as const;
const self = (userId: string): Reply => ({
  json: {
    userId,
    userName: 'someone',
    firstName: '',
    lastName: '',
    roles: [],
    sessionExpiresAt: new Date(Date.now() + 1e6).toISOString(),
  },
});

function harness(fontSize: Answer) {
  const wire = scripted((call, nth) => (call.url === '/api/Users/Self' ? self('id-1') : fontSize(call, nth)));
  const opened = createStoreHarness({ transport: wire.transport, settings: remembered });
  return { ...opened, received: wire.received, settings: () => selectSettings(opened.store.getState()) };
}
const readSelf = () => selfApi.endpoints.fetchSelf.initiate(undefined, { forceRefetch: true });

test('settings stored in this browser are applied at page load', () => {
  const { settings, appliedSettings: applied } = harness(() => ({ json: 'default' }));
  expect(settings()).toEqual(remembered);
  expect(applied).toEqual([remembered]);
});

test('logging in applies the font size stored on the server', async () => {
  const { store, settings, appliedSettings: applied, ...rest } = harness(() => ({ json: 'default' }));
  await store.dispatch(readSelf());
  await settle();
  expect(settings().fontSize).toBe('default');
  expect(applied.at(-1)).toEqual({ ...remembered, fontSize: 'default' });
  expect(rest.savedSettings().fontSize).toBe('default');
});

test('the font size is fetched once per user', async () => {
  const { store, received } = harness(() => ({ json: 'default' }));
  await store.dispatch(readSelf());
  await store.dispatch(readSelf());
  await settle();
  expect(received.filter(({ url }) => url === '/api/Users/Self/UIFontSize')).toHaveLength(1);
});

test.each<[string, Answer]>([
  ['an unknown value', () => ({ json: 'huge' })],
  ['a value that is no string', () => ({ json: { fontSize: 'default' } })],
  ['a refusal', () => problem(404, 'NotFound')],
  ['no answer', offline],
])('%s changes nothing', async (_name, answer) => {
  const { store, settings } = harness(answer);
  await store.dispatch(readSelf());
  await settle();
  expect(settings().fontSize).toBe('compact');
});

test('a new font size is kept once the server has saved it', async () => {
  let take: (reply: Reply) => void = () => undefined;
  const { store, settings, received, ...rest } = harness(() => new Promise<Reply>((resolve) => (take = resolve)));
  store.dispatch(fontSizeRequested('default'));
  await settle();
  expect(settings().fontSize).toBe('compact');
  expect(received).toMatchObject([{ method: 'PATCH', url: '/api/Users/Self/UIFontSize/default' }]);
  take({ json: 'default' });
  await settle();
  expect(settings().fontSize).toBe('default');
  expect(rest.savedSettings().fontSize).toBe('default');
});

test('one that the server refuses is reverted, and the user sees the error', async () => {
  const { store, settings } = harness(() => problem(503, 'StoreUnavailable', 'Come back soon'));
  store.dispatch(fontSizeRequested('default'));
  await settle();
  expect(settings().fontSize).toBe('compact');
  expect(selectAlert(store.getState())).toEqual({ text: 'Come back soon' });
});

test('the last of several choices wins: it is sent after the pending one, so that the server gets them in order', async () => {
  let answer: (reply: Reply) => void = () => undefined;
  const first = new Promise<Reply>((resolve) => (answer = resolve));
  const { store, settings, received } = harness((_call, nth) => (nth === 1 ? first : { json: 'compact' }));
  for (const choice of ['default', 'compact', 'default', 'compact'] as const) {
    store.dispatch(fontSizeRequested(choice));
    await settle();
  }
  expect(received.map(({ url }) => url)).toEqual(['/api/Users/Self/UIFontSize/default']);
  answer({ json: 'default' });
  await settle();
  expect(received.map(({ url }) => url.slice(-7))).toEqual(['default', 'compact']);
  expect(settings().fontSize).toBe('compact');
  expect(selectAlert(store.getState())).toBeNull();
});

test('a failed choice does not block a later one', async () => {
  const { store, settings } = harness((_call, nth) => (nth === 1 ? problem(503, 'StoreUnavailable') : { json: 'default' }));
  store.dispatch(fontSizeRequested('compact'));
  await settle();
  store.dispatch(fontSizeRequested('default'));
  await settle();
  expect(settings().fontSize).toBe('default');
});

test('theme and language are stored in this browser only', () => {
  const { store, received, ...rest } = harness(() => ({ json: 'default' }));
  store.dispatch(themeChosen('system'));
  store.dispatch(localeChosen('en-IN'));
  expect(rest.savedSettings()).toEqual({ fontSize: 'compact', theme: 'system', locale: 'en-IN' });
  expect(rest.appliedSettings.at(-1)).toEqual(rest.savedSettings());
  expect(received).toHaveLength(0);
});
