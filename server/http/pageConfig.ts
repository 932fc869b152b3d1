/** The configuration embedded in the page. It is public, and contains nothing personal. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { version: string };

export interface KnownApplication {
  readonly applicationName: string;
  readonly displayName: string;
}

interface PageState {
  readonly nonce: string;
  /** Applications besides the default one. */
  readonly applications: readonly KnownApplication[];
  /** An administrator acts as the user. */
  readonly acting: boolean;
}

export function pageConfig({ config }: Context, { nonce, applications, acting }: PageState) {
  return {
    productName: config.PRODUCT_NAME,
    version,
    defaultApplication: config.defaultApplication,
    applications: [{ applicationName: config.defaultApplication, displayName: config.PRODUCT_NAME }, ...applications].map(
      ({ applicationName, displayName }) => ({ applicationName, displayName }),
    ),
    /** Origins besides our own on which a login may go on. */
    loginOrigins: [...new Set(config.APPLICATIONS.map(({ url }) => new URL(url).origin))],
    passwordMinLength: config.PASSWORD_MIN_LENGTH,
    passwordRules: config.PASSWORD_RULES,
    passwordStrength: config.PASSWORD_STRENGTH,
    rememberBrowserDays: config.REMEMBER_BROWSER_DAYS,
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
