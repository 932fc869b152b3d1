/** Configuration that the server embeds in the page, read once and validated: every missing part has a default. */

interface ErrorReportingConfig {
  readonly enabled: boolean;
  readonly dsn: string;
  readonly tracesSampleRate: number;
  readonly environment: string;
  /** URL patterns for trace propagation. */
  readonly traceTargets: readonly string[];
}

export interface Application {
  readonly applicationName: string;
  readonly displayName: string;
}

export interface PageConfig {
  readonly productName: string;
  readonly version: string;
  readonly defaultApplication: string;
  /** Applications to log in to, if embedded in the page; else the server is asked. */
  readonly applications: readonly Application[] | undefined;
  /** Origins besides our own on which users may be sent to log in. */
  readonly loginOrigins: readonly string[];
  /** Minimum length; it can only raise the six of SPEC.md, which the rule itself enforces. */
  readonly passwordMinLength: number;
  readonly passwordRules: 'spec' | 'nist';
  /** Least estimated strength of a new password, 1 to 4; 0: shown only. */
  readonly passwordStrength: number;
  /** How long a remembered browser is asked for no code. */
  readonly rememberBrowserDays: number;
  readonly sentry: ErrorReportingConfig;
  /** Whether impersonation is enabled. */
  readonly impersonation: boolean;
  /** Whether this browser is impersonating a user. */
  readonly acting: boolean;
  /** CSP nonce for style elements created by libraries. */
  readonly nonce: string;
}

type UnknownRecord = Readonly<Record<string, unknown>>;

const recordOf = (value: unknown): UnknownRecord => (typeof value === 'object' && value !== null ? (value as UnknownRecord) : {});
const textOr = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback);

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

const isApplication = (value: unknown): value is Application =>
  typeof recordOf(value).applicationName === 'string' && typeof recordOf(value).displayName === 'string';

/** `json`: text of the `page-config` element; anything invalid gives the defaults of SPEC.md point 9. */
export function parsePageConfig(json: string | null | undefined): PageConfig {
  let raw: UnknownRecord;
  try {
    raw = recordOf(JSON.parse(json ?? '{}'));
  } catch {
    raw = {};
  }
  const sentry = recordOf(raw.sentry);
  const rate = sentry.tracesSampleRate;
  const minLength = raw.passwordMinLength;
  const defaultApplication = textOr(raw.defaultApplication, 'Gatehouse');
  const applications = (Array.isArray(raw.applications) ? raw.applications : []).filter(isApplication);
  return {
    productName: textOr(raw.productName, 'Gatehouse'),
    version: textOr(raw.version, 'Unknown'),
    defaultApplication,
    applications: applications.length > 0 ? applications : undefined,
    loginOrigins: textsIn(raw.loginOrigins),
    passwordMinLength: typeof minLength === 'number' ? minLength : 0,
    passwordRules: raw.passwordRules === 'nist' ? 'nist' : 'spec',
    passwordStrength: typeof raw.passwordStrength === 'number' ? raw.passwordStrength : 0,
    rememberBrowserDays: typeof raw.rememberBrowserDays === 'number' ? raw.rememberBrowserDays : 30,
    impersonation: raw.impersonation !== false,
    acting: raw.acting === true,
    nonce: textOr(raw.nonce, ''),
    sentry: {
      enabled: sentry.enabled === true,
      dsn: textOr(sentry.dsn, ''),
      tracesSampleRate: typeof rate === 'number' && rate >= 0 && rate <= 1 ? rate : 1,
      environment: textOr(sentry.environment, 'unknown'),
      traceTargets: textsIn(sentry.traceTargets),
    },
  };
}

export const readPageConfig = (): PageConfig => parsePageConfig(document.getElementById('page-config')?.textContent);
