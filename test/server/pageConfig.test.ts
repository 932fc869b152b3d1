/** What the environment says of error reports reaches the page, and nothing is on by itself. */
import { readConfig } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import { pageConfig } from '../../server/http/pageConfig.ts';

const told = (environment: Readonly<Record<string, string>>) =>
  pageConfig({ config: readConfig(environment) } as Context, '', false);

test('error reports are off, with the trace sample rate 1', () => {
  expect(told({}).sentry).toEqual({ enabled: false, dsn: null, tracesSampleRate: 1, environment: null, traceTargets: [] });
});

test('the environment switches them on and says where to, how often, as what and along which calls', () => {
  const environment = {
    SENTRY_ENABLED: 'on',
    SENTRY_DSN: 'https://key@errors.example/1',
    SENTRY_TRACES_SAMPLE_RATE: '0.25',
    SENTRY_ENVIRONMENT: 'staging',
    SENTRY_TRACE_TARGETS: '^/api, ^https://claims\\.example/',
  };
  expect(told(environment).sentry).toEqual({
    enabled: true,
    dsn: 'https://key@errors.example/1',
    tracesSampleRate: 0.25,
    environment: 'staging',
    traceTargets: ['^/api', '^https://claims\\.example/'],
  });
});

test('the page is told the name and the version of the product, and its default application', () => {
  expect(told({ PRODUCT_NAME: 'Portal' })).toMatchObject({
    productName: 'Portal',
    defaultApplication: 'Portal',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
  });
});
