/** The error report settings of the environment reach the page, and are off by default. */
import { readConfig } from '../../../server/config/config.ts';
import type { Context } from '../../../server/context.ts';
import { pageConfig } from '../../../server/http/pageConfig.ts';

const configFor = (environment: Readonly<Record<string, string>>) =>
  pageConfig({ config: readConfig(environment) } as Context, { nonce: '', applications: [], acting: false });

test('error reports are off by default, with the trace sample rate 1', () => {
  expect(configFor({}).sentry).toEqual({ enabled: false, dsn: null, tracesSampleRate: 1, environment: null, traceTargets: [] });
});

test('the environment turns them on and sets DSN, sample rate, environment and trace targets', () => {
  const environment = {
    SENTRY_ENABLED: 'on',
    SENTRY_DSN: 'https://key@errors.example/1',
    SENTRY_TRACES_SAMPLE_RATE: '0.25',
    SENTRY_ENVIRONMENT: 'staging',
    SENTRY_TRACE_TARGETS: '^/api, ^https://claims\\.example/',
  };
  expect(configFor(environment).sentry).toEqual({
    enabled: true,
    dsn: 'https://key@errors.example/1',
    tracesSampleRate: 0.25,
    environment: 'staging',
    traceTargets: ['^/api', '^https://claims\\.example/'],
  });
});

test('the page gets the product’s name and version, and its default application', () => {
  expect(configFor({ PRODUCT_NAME: 'Portal' })).toMatchObject({
    productName: 'Portal',
    defaultApplication: 'Portal',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  });
});
