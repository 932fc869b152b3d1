/** Faults of variables that are each valid by themselves. */
import { filesFaults } from '../files/address.ts';
import { databaseTlsFaults } from './databaseTls.ts';
import type { EnvironmentValues } from './environment.ts';
import { formerLoginFaults } from './formerLogin.ts';
import { isLoopback } from './loopback.ts';
import { isProtected, publicUrlFault } from './publicUrl.ts';
import { trustProxyFault } from './trustProxy.ts';

/** @returns the faults, one line each */
export function contradictions(env: EnvironmentValues): string[] {
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
