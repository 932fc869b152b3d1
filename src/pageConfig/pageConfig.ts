/** What the server writes into the page, read once and never trusted to be whole: every absent part has a default. */

export interface ErrorReportingConfig {
  readonly enabled: boolean;
  readonly dsn: string;
  readonly tracesSampleRate: number;
  readonly environment: string;
  /** Patterns of the addresses that traces follow. */
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
  /** All that can be logged in to, where the page was told; else the server is asked. */
  readonly applications: readonly Application[] | undefined;
  /** Can only raise SPEC.md's six, which the rule itself knows. */
  readonly passwordMinLength: number;
  readonly sentry: ErrorReportingConfig;
  /** Whether administrators may act as others at all. */
  readonly impersonation: boolean;
  /** Whether somebody acts as somebody else in this browser. */
  readonly acting: boolean;
  /** For the style elements that libraries make. */
  readonly nonce: string;
}

type Loose = Readonly<Record<string, unknown>>;

const group = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});
const text = (value: unknown, fallback: string) => (typeof value === 'string' && value !== '' ? value : fallback);

const isApplication = (value: unknown): value is Application =>
  typeof group(value).applicationName === 'string' && typeof group(value).displayName === 'string';

/** `json` is the text of the `page-config` element; anything unreadable gives the defaults of SPEC.md point 9. */
export function parsePageConfig(json: string | null | undefined): PageConfig {
  let raw: Loose;
  try {
    raw = group(JSON.parse(json ?? '{}'));
  } catch {
    raw = {};
  }
  const sentry = group(raw.sentry);
  const rate = sentry.tracesSampleRate;
  const targets = sentry.traceTargets;
  const minLength = raw.passwordMinLength;
  const defaultApplication = text(raw.defaultApplication, 'Gatehouse');
  const applications = (Array.isArray(raw.applications) ? raw.applications : []).filter(isApplication);
  return {
    productName: text(raw.productName, 'Gatehouse'),
    version: text(raw.version, 'Unknown'),
    defaultApplication,
    applications: applications.length > 0 ? applications : undefined,
    passwordMinLength: typeof minLength === 'number' ? minLength : 0,
    impersonation: raw.impersonation !== false,
    acting: raw.acting === true,
    nonce: text(raw.nonce, ''),
    sentry: {
      enabled: sentry.enabled === true,
      dsn: text(sentry.dsn, ''),
      tracesSampleRate: typeof rate === 'number' && rate >= 0 && rate <= 1 ? rate : 1,
      environment: text(sentry.environment, 'unknown'),
      traceTargets: Array.isArray(targets) ? targets.filter((target) => typeof target === 'string') : [],
    },
  };
}

export const readPageConfig = (): PageConfig => parsePageConfig(document.getElementById('page-config')?.textContent);
