/** The config embedded in the page is validated. */
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';

test.each([null, '', '__PAGE_CONFIG__', '[]', 'null', '"text"'])('%j gives the defaults of SPEC.md point 9', (json) => {
  expect(parsePageConfig(json)).toEqual({
    productName: 'Gatehouse',
    version: 'Unknown',
    defaultApplication: 'Gatehouse',
    applications: undefined,
    loginOrigins: [],
    passwordMinLength: 0,
    passwordRules: 'spec',
    passwordStrength: 0,
    rememberBrowserDays: 30,
    impersonation: true,
    acting: false,
    nonce: '',
    sentry: { enabled: false, dsn: '', tracesSampleRate: 1, environment: 'unknown', traceTargets: [] },
  });
});

test('valid values are used', () => {
  const config = parsePageConfig(
    JSON.stringify({
      productName: 'Portal',
      version: '1.2.3',
      applications: [{ applicationName: 'A', displayName: 'Application A' }, { applicationName: 7 }],
      sentry: {
        enabled: true,
        dsn: 'https://key@sentry.example/1',
        tracesSampleRate: 0.2,
        environment: 'test',
        traceTargets: ['^/api', 4],
      },
    }),
  );
  expect(config).toMatchObject({
    productName: 'Portal',
    version: '1.2.3',
    applications: [{ applicationName: 'A', displayName: 'Application A' }],
    sentry: { enabled: true, tracesSampleRate: 0.2, environment: 'test', traceTargets: ['^/api'] },
  });
});

test.each([-1, 2, '0.5', null])('a sample rate of %j is ignored', (tracesSampleRate) => {
  expect(parsePageConfig(JSON.stringify({ sentry: { tracesSampleRate } })).sentry.tracesSampleRate).toBe(1);
});
