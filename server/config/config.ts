/** Configuration from environment variables, validated once at start. */
import { isAbsolute, resolve } from 'node:path';
import { contradictions } from './contradictions.ts';
import { Environment } from './environment.ts';
import { trustedProxies } from './trustProxy.ts';

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
