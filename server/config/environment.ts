/** The environment variables of the program, each with its shape and default. */
import { z } from 'zod';
import { formerLogin } from './formerLogin.ts';
import { limits } from './limits.ts';
import { whole } from './shape.ts';

const onOff = (fallback: 'on' | 'off') => z.enum(['on', 'off'], { error: 'must be on or off' }).default(fallback);
const postgresAddress = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres address' });
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const hosts = z
  .string()
  .default('')
  .transform((names) => names.split(',').flatMap((name) => name.trim().toLowerCase() || []));

const addresses = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((each) => each.trim() || []))
  .pipe(z.array(address).transform((list) => list.map((each) => new URL(each).href)));

const Application = z.strictObject({ name: z.string().min(1), displayName: z.string().min(1).optional(), url: address });

export const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8080),
  PUBLIC_URL: address.optional(),
  /** Further hosts at which the server accepts requests, besides that of PUBLIC_URL; separated by commas. */
  ALLOWED_HOSTS: hosts,
  /** Hosts without a public address to which the server may send logouts of applications, whatever port; separated by commas. */
  ALLOWED_INTERNAL_HOSTS: hosts,
  /**
   * Addresses of identity providers without a public address, separated by commas: what organisations enter reaches these ports, and
   * the paths below.
   */
  ALLOWED_INTERNAL_PROVIDERS: addresses,
  /** Addresses of the DNS servers for proofs of domains; default: those of the machine. */
  DNS_SERVERS: hosts,
  /** Allows a PUBLIC_URL without TLS on a network. */
  ALLOW_HTTP: onOff('off'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresAddress.optional(),
  /** Address of the same database that bypasses a pooler, for cancelling statements and for checking whether it is still there. */
  DATABASE_DIRECT_URL: postgresAddress.optional(),
  /** Address of the same database with the role that owns its tables, where that of DATABASE_URL may only append to the audit. */
  DATABASE_OWNER_URL: postgresAddress.optional(),
  /** Addresses of replicas of the same database, for lists, counts, reports and exports. */
  DATABASE_READ_URL: postgresAddress.optional(),
  /** Allows a database on another machine without TLS. */
  ALLOW_PLAIN_DATABASE: onOff('off'),
  /** Maximum lag of a replica that is read, in seconds. */
  DATABASE_READ_MAX_LAG_SECONDS: whole(30),
  /** Encrypts secrets in the database; several, separated by commas, while the key is being changed: the first encrypts. */
  SECRET_KEY: z.string().optional(),
  /** A file with the same, one key a line. */
  SECRET_KEY_FILE: z.string().optional(),
  DATABASE_POOL: whole(12),
  /** How long a call waits for a connection, free or new, before it gets 503. */
  DATABASE_CONNECT_TIMEOUT_MS: whole(1500),
  /** A bucket for attachments: `s3://bucket/folder?endpoint=https://…&region=…`; otherwise they are in the database. */
  FILES_URL: z.url({ protocol: /^s3$/, hostname: /.*/, error: 'must be s3://bucket' }).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
      error: 'must be an e-mail address, with or without a name',
    })
    .optional(),
  SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  /** Texts above and below those of each mail. */
  MAIL_HEAD: z.string().optional(),
  MAIL_FOOT: z.string().optional(),
  /** The address for reports of weaknesses (security.txt): `mailto:…` or `https://…`; otherwise SUPPORT_EMAIL. */
  SECURITY_CONTACT: z.url({ protocol: /^(https|mailto)$/, error: 'must be a mailto or https address' }).optional(),
  /** Address of the first administrator. */
  SETUP_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  PRODUCT_NAME: z
    .string()
    .regex(/^[^\p{Cc}]*[^\p{Cc}\s:][^\p{Cc}]*$/u, { error: 'must be a name in one line' })
    .default('Gatehouse'),
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
  /** Switches on the OpenID Connect provider under `/oidc`, and with it the registered applications. */
  OIDC: onOff('on'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_VERIFY_URL: address.default('https://www.google.com/recaptcha/api/siteverify'),
  /** ClamAV's daemon, which scans attachments: `tcp://host:3310` or `unix:/path/of/socket`. */
  CLAMD_URL: z.url({ protocol: /^(tcp|unix)$/, hostname: /.*/, error: 'must be tcp://host:port or unix:/path' }).optional(),
  /** Streams the audit as JSON lines, for a collector of logs: to stdout, or to an address by POST. */
  AUDIT_STREAM: z.enum(['off', 'stdout'], { error: 'must be off or stdout' }).default('off'),
  AUDIT_STREAM_URL: address.optional(),
  /** Bearer token for AUDIT_STREAM_URL. */
  AUDIT_STREAM_TOKEN: z.string().optional(),
  SENTRY_ENABLED: onOff('off'),
  SENTRY_DSN: z.string().optional(),
  SENTRY_TRACES_SAMPLE_RATE: z.coerce.number().min(0).max(1).default(1),
  SENTRY_ENVIRONMENT: z.string().optional(),
  SENTRY_TRACE_TARGETS: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  /** Writes a line of JSON for each request, and nothing else, to stdout. */
  ACCESS_LOG: onOff('off'),
  /** Port of metrics in Prometheus' format; 0 for any free port. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Bearer token that requests for metrics need. */
  METRICS_TOKEN: z.string().min(16, { error: 'must have 16 characters or more' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  PASSWORD_MIN_LENGTH: whole(6, 6),
  /** `nist`: 15 characters, of any kind. */
  PASSWORD_RULES: z.enum(['spec', 'nist'], { error: 'must be spec or nist' }).default('spec'),
  /** Least estimated strength of a new password, 1 to 4; 0: shown only. */
  PASSWORD_STRENGTH: whole(0, 0, 4),
  /** Further passwords to refuse, one a line, such as a list of those that have leaked. */
  PASSWORD_LIST_FILE: z.string().optional(),
  IMPERSONATION: onOff('on'),
  /** Acts on administrators, taking ownership and MFA rules need two administrators; `off`: where an organisation asks for it. */
  FOUR_EYES: onOff('off'),
  /** How many users an administrator may disable or reset alone within an hour where two administrators are needed. */
  FOUR_EYES_BULK: whole(20, 0),
  /** Whether a password chosen by an administrator has to be changed before anything else is. */
  CHANGE_FIRST_PASSWORD: onOff('on'),
  TEST_CLOCK_OFFSET_MS: z.coerce.number().int().optional(),
  TEST_WEAK_HASHES: onOff('off'),
  ...formerLogin,
  ...limits,
  SESSION_IDLE_MINUTES: whole(30),
  SESSION_HOURS: whole(12),
  SESSION_REMEMBER_DAYS: whole(30),
  /** Whether administrative roles need MFA, whatever their organisation's rule. */
  ADMIN_MFA: z.enum(['required', 'off'], { error: 'must be required or off' }).default('required'),
  /** Whether administrators may stay logged in for SESSION_REMEMBER_DAYS like others. */
  ADMIN_REMEMBER: onOff('off'),
  STEP_UP_MINUTES: whole(30),
  IMPERSONATION_MINUTES: whole(60),
  REMEMBER_BROWSER_DAYS: whole(30),
  /** Lifetime of an API key, unless its owner sets another. */
  API_KEY_DAYS: whole(90),
  /** Days after which the key that signs for applications is replaced. */
  SIGNING_KEY_DAYS: whole(90),
  INVITE_DAYS: whole(7),
  RECOVERY_MINUTES: whole(60),
  CONFIRM_EMAIL_HOURS: whole(48),
  /** Hours in which the owner of an account with an administrative role can refuse a changed e-mail address. */
  ADMIN_EMAIL_DELAY_HOURS: whole(24, 0),
  /** Days after which support tickets are deleted; 0: never. */
  TICKET_RETENTION_DAYS: whole(365, 0),
  /** Days after which events of the audit are removed; 0: never. */
  AUDIT_RETENTION_DAYS: whole(0, 0),
  /** `off`: migrations are run separately, with a role that may (`npm run admin -- migrate`). */
  MIGRATE: onOff('on'),
  /** How long a process that is being stopped keeps serving while it reports that it is not ready, in milliseconds. */
  DRAIN_DELAY_MS: whole(0, 0, 5000),
  MAX_ATTACHMENTS: whole(10),
  MAX_ATTACHMENT_BYTES: whole(10 * 1024 * 1024),
  MAX_ATTACHMENTS_BYTES: whole(25 * 1024 * 1024),
  /** The file of another system, whose people come here. */
  MAX_IMPORT_BYTES: whole(1024 * 1024 * 1024),
});

/** Names of all variables. */
export const variables = Object.keys(Environment.shape);

export type EnvironmentValues = z.infer<typeof Environment>;
