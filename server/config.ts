/** Configuration from environment variables, validated once at start. */
import { availableParallelism } from 'node:os';
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { publicUrlFault } from './publicUrl.ts';

const whole = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);
const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off'], { error: 'must be on or off' }).default(fallback);
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const poolThreads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

const Application = z.strictObject({ name: z.string().min(1), displayName: z.string().min(1).optional(), url: address });

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  PUBLIC_URL: address.optional(),
  /** Further hosts under which it may be asked, beside that of PUBLIC_URL; separated by commas. */
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((hosts) => hosts.split(',').flatMap((host) => host.trim().toLowerCase() || [])),
  /** Allows a PUBLIC_URL without TLS on a network. */
  ALLOW_HTTP: onOff('off'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres address' }).optional(),
  /** Encrypts secrets in the database; several, separated by commas, while the key is being changed: the first encrypts. */
  SECRET_KEY: z.string().optional(),
  /** The same from a file, one key a line. */
  SECRET_KEY_FILE: z.string().optional(),
  DATABASE_POOL: whole(12),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
      error: 'must be an e-mail address, with or without a name',
    })
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  /** Address of the first administrator. */
  SETUP_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  PRODUCT_NAME: z.string().min(1).default('Gatehouse'),
  APPLICATIONS: z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(z.array(Application))
    .default([]),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_VERIFY_URL: address.default('https://www.google.com/recaptcha/api/siteverify'),
  SENTRY_ENABLED: onOff('off'),
  SENTRY_DSN: z.string().optional(),
  SENTRY_TRACES_SAMPLE_RATE: z.coerce.number().min(0).max(1).default(1),
  SENTRY_ENVIRONMENT: z.string().optional(),
  SENTRY_TRACE_TARGETS: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  PASSWORD_MIN_LENGTH: whole(6, 6),
  IMPERSONATION: onOff('on'),
  /** A password chosen by an administrator has to be changed before anything else is. */
  CHANGE_FIRST_PASSWORD: onOff('on'),
  TEST_CLOCK_OFFSET_MS: z.coerce.number().int().optional(),
  LIMIT_FAILURES_TO_LOCK: whole(5),
  LIMIT_LOCK_MINUTES: whole(15),
  LIMIT_FAILURES_HARD_STOP: whole(100),
  /** Wrong codes that end a pending session. */
  LIMIT_MFA_FAILURES: whole(5),
  /** Consecutive wrong codes, over any number of logins, that lock the account. */
  LIMIT_MFA_FAILURES_TO_LOCK: whole(10),
  /** Mails about new browsers per account in 15 minutes. */
  LIMIT_BROWSER_MAILS: whole(3),
  LIMIT_LOGINS_PER_ADDRESS: whole(300),
  LIMIT_RECOVERY_MAILS: whole(3),
  LIMIT_RECOVERY_PER_ADDRESS: whole(60),
  LIMIT_TICKETS_PER_ADDRESS: whole(20),
  LIMIT_API_KEYS: whole(10),
  /** The longest unused one ends when another begins. */
  LIMIT_SESSIONS_PER_USER: whole(20),
  /** Invitations mailed again, per administrator and day. */
  LIMIT_RESENDS_PER_DAY: whole(200),
  /** Passwords hashed at once: one per core and one waiting for the database, leaving one thread of libuv's pool for files. */
  LIMIT_PARALLEL_HASHES: whole(Math.max(1, Math.min(availableParallelism() + 1, poolThreads - 1))),
  /** Maximum wait of a login for its hash before the server answers Busy, in milliseconds. */
  LIMIT_HASH_WAIT_MS: whole(1200),
  /** Maximum time for a request to arrive, and for silence on a connection while it is answered, in milliseconds. */
  LIMIT_REQUEST_MS: whole(28_000, 1000),
  /** Uploads may take longer while at least this much arrives in any ten seconds, in bytes. */
  LIMIT_FLOW_BYTES: whole(32 * 1024),
  SESSION_IDLE_MINUTES: whole(30),
  SESSION_HOURS: whole(12),
  SESSION_REMEMBER_DAYS: whole(30),
  /** Whether administrators may stay logged in for SESSION_REMEMBER_DAYS like others. */
  ADMIN_REMEMBER: onOff('off'),
  STEP_UP_MINUTES: whole(30),
  IMPERSONATION_MINUTES: whole(60),
  REMEMBER_BROWSER_DAYS: whole(30),
  /** Lifetime of an API key, unless its owner sets another. */
  API_KEY_DAYS: whole(90),
  INVITE_DAYS: whole(7),
  RECOVERY_MINUTES: whole(60),
  CONFIRM_EMAIL_HOURS: whole(48),
  /** In which the owner of an account with an administrative role can refuse a changed e-mail address. */
  ADMIN_EMAIL_DELAY_HOURS: whole(24, 0),
  MAX_ATTACHMENTS: whole(10),
  MAX_ATTACHMENT_BYTES: whole(10 * 1024 * 1024),
  MAX_ATTACHMENTS_BYTES: whole(25 * 1024 * 1024),
});

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
  };
}

function contradictions(env: z.infer<typeof Environment>): string[] {
  const faults: string[] = [];
  if (env.TEST_CLOCK_OFFSET_MS !== undefined && env.NODE_ENV === 'production')
    faults.push('TEST_CLOCK_OFFSET_MS: is refused when NODE_ENV is production');
  if (env.SECRET_KEY !== undefined && env.SECRET_KEY_FILE !== undefined)
    faults.push('SECRET_KEY and SECRET_KEY_FILE: one or neither');
  const fault = publicUrlFault(env);
  if (fault !== undefined) faults.push(fault);
  if (Boolean(env.RECAPTCHA_SITE_KEY) !== Boolean(env.RECAPTCHA_SECRET))
    faults.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET: both or neither');
  if (env.SENTRY_ENABLED === 'on' && !env.SENTRY_DSN) faults.push('SENTRY_DSN: is needed when SENTRY_ENABLED is on');
  return faults;
}

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** The first part that is no address, network or number of hops. */
function trustProxyFault(value: string): string | undefined {
  if (/^[1-9]\d{0,2}$/.test(value.trim())) return undefined;
  return value
    .split(',')
    .map((part) => part.trim())
    .find((part) => {
      const [address = '', bits = '0', ...rest] = part.split('/');
      return !NAMED_NETWORKS.has(part) && (isIP(address) === 0 || !/^\d{1,3}$/.test(bits) || rest.length > 0);
    });
}

/** Off unless configured: a forged X-Forwarded-For would bypass the limits per address. */
function trustedProxies(value: string | undefined): false | string[] | ((address: string, hop: number) => boolean) {
  if (!value || value === 'off') return false;
  const faulty = trustProxyFault(value);
  if (faulty !== undefined) throw new ConfigError(`TRUST_PROXY: ${faulty} is neither a number of proxies nor an address`);
  const hops = Number(value);
  return Number.isInteger(hops) && hops > 0 ? (_address, hop) => hop < hops : value.split(',').map((part) => part.trim());
}
