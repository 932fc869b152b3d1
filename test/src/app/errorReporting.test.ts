/**
 * Error reporting by SPEC.md point 9: only if enabled and with a DSN, with the configured rates, levels and labels.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { getClient } from '@sentry/react';
import { bufferErrors, report, sendErrors } from '@src/errors/errorReporting.ts';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';

const dsn = 'https://key@errors.example/1';
const configOf = (page: object) => parsePageConfig(JSON.stringify(page));

interface Event {
  readonly message?: string;
  readonly exception?: { readonly values: readonly { readonly type: string; readonly value: string }[] };
}

const levels = ['debug', 'info', 'log', 'warn', 'error'] as const;
const bodies: string[] = [];
const pageFetch = window.fetch;

/** Events sent: an envelope has a header line before each item. */
const events = () =>
  bodies
    .flatMap((body) => body.split('\n'))
    .flatMap((line, at, lines) => (lines[at - 1]?.startsWith('{"type":"event"') ? [JSON.parse(line) as Event] : []));

beforeAll(() => {
  // jsdom has no performance entries.
  performance.getEntriesByType = () => [];
  for (const level of levels) jest.spyOn(console, level).mockImplementation(() => undefined);
  window.fetch = (_url, init) => {
    bodies.push(init?.body as string);
    return Promise.resolve(new Response('{}'));
  };
});
afterAll(async () => {
  await getClient()?.close();
  window.fetch = pageFetch;
  jest.restoreAllMocks();
});

async function started(page: object) {
  const config = configOf(page);
  bufferErrors(config);
  await sendErrors(config);
  return getClient();
}

test.each([
  ['neither', {}],
  ['a DSN only', { dsn }],
  ['the switch only', { enabled: true }],
  ['an empty DSN', { enabled: true, dsn: '' }],
  ['a switch that is off', { enabled: false, dsn }],
])('with %s nothing is reported', async (_name, sentry) => {
  expect(await started({ sentry })).toBeUndefined();
});

test('settings have defaults', async () => {
  const client = await started({ sentry: { enabled: true, dsn } });
  expect(client?.getOptions()).toMatchObject({
    release: 'Gatehouse@Unknown',
    environment: 'unknown',
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.05,
    replaysOnErrorSampleRate: 1,
    tracePropagationTargets: [],
  });
});

test('settings are applied: release, environment, trace sample rate, and trace targets as patterns', async () => {
  const client = await started({
    productName: 'Portal',
    version: '1.2.3',
    sentry: { enabled: true, dsn, environment: 'staging', tracesSampleRate: 0.25, traceTargets: ['^/api', '(plain'] },
  });
  expect(client?.getOptions()).toMatchObject({
    release: 'Portal@1.2.3',
    environment: 'staging',
    tracesSampleRate: 0.25,
    replaysSessionSampleRate: 0.05,
    replaysOnErrorSampleRate: 1,
  });
  expect(client?.getOptions().tracePropagationTargets).toEqual([/^\/api/, '(plain']);
});

test('console errors and warnings are reported, lower levels are not; so are the page’s own reports', async () => {
  for (const level of levels) console[level](`said as ${level}`);
  report(new Error('told by the page'), 'start');
  await getClient()?.flush(2000);
  expect(events().map(({ message, exception }) => message ?? exception?.values[0]?.value)).toEqual([
    'said as warn',
    'said as error',
    'told by the page',
  ]);
});

test('a component that throws is reported with the stack of components as the cause', async () => {
  bodies.length = 0;
  report(new Error('a fault of the screen'), 'screen', '\n    at Broken (https://id.example.com/assets/x.js:1:2)');
  await getClient()?.flush(2000);
  const [event] = events();
  expect(event?.exception?.values.map(({ value, type }) => [type, value])).toEqual(
    expect.arrayContaining([
      ['React ErrorBoundary Error', 'a fault of the screen'],
      ['Error', 'a fault of the screen'],
    ]),
  );
});
