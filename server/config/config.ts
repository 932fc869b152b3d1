/** Configuration from environment variables, validated once at start. */
import { isAbsolute, resolve } from 'node:path';
import { filesFaults } from '../files/address.ts';
import { databaseTlsFaults } from './databaseTls.ts';
import { Environment, type EnvironmentValues } from './environment.ts';
import { formerLoginFaults } from './formerLogin.ts';
import { isLoopback } from './loopback.ts';
import { isProtected, publicUrlFault } from './publicUrl.ts';
import { trustedProxies, trustProxyFault } from './trustProxy.ts';

export type Config = ReturnType<typeof readConfig>;

/** The faults of an environment, one line each, for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export function readConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (parsed.success) faults.push(...contradictions(parsed.data));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults.join('\n'));
  const env = parsed.data;
  const dataDir = isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR);
  return {
    ...env,
    DATA_DIR: dataDir,
    /** The application every user has; SPEC.md's legacy name is this followed by " LS". */
    defaultApplication: env.PRODUCT_NAME,
    trustProxy: trustedProxies(env.TRUST_PROXY),
    /** The variables that are set, which win over the settings of administrators. */
    given: new Set(Object.keys(given)) as ReadonlySet<string>,
  };
}

/**
 * Faults of variables that are each valid by themselves.
 * @returns the faults, one line each
 */
function contradictions(env: EnvironmentValues): string[] {
  const faults: string[] = [];
  if (env.TEST_CLOCK_OFFSET_MS !== undefined && env.NODE_ENV === 'production')
    faults.push('TEST_CLOCK_OFFSET_MS: is refused when NODE_ENV is production');
  if (env.TEST_WEAK_HASHES === 'on' && env.NODE_ENV !== 'test')
    faults.push('TEST_WEAK_HASHES: is refused unless NODE_ENV is test');
  if (env.SECRET_KEY !== undefined && env.SECRET_KEY_FILE !== undefined)
    faults.push('SECRET_KEY and SECRET_KEY_FILE: one or neither');
  if (env.AUDIT_STREAM_URL !== undefined && !isProtected(env.AUDIT_STREAM_URL))
    faults.push('AUDIT_STREAM_URL: must be an https address');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATABASE_READ_URL'] as const)
    if (env[name] !== undefined && env.DATABASE_URL === undefined) faults.push(`${name}: is of use beside DATABASE_URL only`);
  faults.push(...databaseTlsFaults(env), ...filesFaults(env), ...formerLoginFaults(env));
  if (env.METRICS_PORT !== undefined && env.METRICS_TOKEN === undefined && !isLoopback(env.METRICS_HOST))
    faults.push('METRICS_TOKEN: is needed where METRICS_HOST is not loopback, or whoever reaches the port reads the metrics');
  for (const fault of [publicUrlFault(env), trustProxyFault(env.TRUST_PROXY)]) if (fault !== undefined) faults.push(fault);
  if (Boolean(env.RECAPTCHA_SITE_KEY) !== Boolean(env.RECAPTCHA_SECRET))
    faults.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET: both or neither');
  if (env.SENTRY_ENABLED === 'on' && !env.SENTRY_DSN) faults.push('SENTRY_DSN: is needed when SENTRY_ENABLED is on');
  return faults;
}
