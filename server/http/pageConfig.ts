/** The configuration embedded in the page. Public: contains nothing personal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };

export function pageConfig({ config }: Context, nonce: string, acting: boolean) {
  return {
    productName: config.PRODUCT_NAME,
    version,
    defaultApplication: config.defaultApplication,
    applications: [{ name: config.defaultApplication, displayName: config.PRODUCT_NAME }, ...config.APPLICATIONS].map(
      ({ name, displayName }) => ({ applicationName: name, displayName: displayName ?? name }),
    ),
    passwordMinLength: config.PASSWORD_MIN_LENGTH,
    nonce,
    impersonation: config.IMPERSONATION === 'on',
    acting,
    sentry: {
      enabled: config.SENTRY_ENABLED === 'on',
      dsn: config.SENTRY_DSN ?? null,
      tracesSampleRate: config.SENTRY_TRACES_SAMPLE_RATE,
      environment: config.SENTRY_ENVIRONMENT ?? null,
      traceTargets: config.SENTRY_TRACE_TARGETS?.split(',').map((target) => target.trim()) ?? [],
    },
  };
}
