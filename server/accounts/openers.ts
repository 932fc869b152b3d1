/** Everything that opens an account, and what of it ends with which act. A table that opens accounts belongs here (`test/registry/accounts.test.ts`). */
import { sql, type RawBuilder } from 'kysely';
import type { Queries, Transaction } from '../db/database.ts';

/** Rows that open accounts, and how they end. */
interface Rows {
  readonly table: string;
  /** @param isOfUsers a condition on `user_id` */
  readonly where: (isOfUsers: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** They stay, as used; absent: they are deleted. */
  readonly areUsedUp?: true;
}

interface Opener {
  /** Tables or columns that hold it, with those whose rows end with them. */
  readonly holds: readonly string[];
  /** Columns of `users` without it, and the condition that it is there: a row that stays as it is would be written to every index. */
  readonly columns?: { readonly set: RawBuilder<unknown>; readonly areSet: RawBuilder<unknown> };
  readonly rows?: Rows;
}

const remove = (table: string, also = sql`true`): Rows => ({ table, where: (isOfUsers) => sql`${isOfUsers} AND ${also}` });

const useUp = (...purposes: readonly string[]): Rows => ({
  table: 'links',
  where: (isOfUsers) => sql`${isOfUsers} AND used_at IS NULL AND purpose = ANY (${purposes}::text[])`,
  areUsedUp: true,
});

const endRows = ({ table, where, areUsedUp }: Rows, isOfUsers: RawBuilder<unknown>, now: Date) =>
  areUsedUp
    ? sql`UPDATE ${sql.table(table)} SET used_at = ${now}::timestamptz WHERE ${where(isOfUsers)}`
    : sql`DELETE FROM ${sql.table(table)} WHERE ${where(isOfUsers)}`;

const openers = {
  password: {
    holds: ['users.password_hash', 'password_history'],
    columns: {
      set: sql`password_hash = NULL, password_must_change = false`,
      areSet: sql`password_hash IS NOT NULL OR password_must_change`,
    },
  },
  authenticator: {
    holds: ['users.mfa_secret'],
    columns: {
      set: sql`mfa_secret = NULL, mfa_enrolled_at = NULL, mfa_last_step = 0, mfa_failures = 0`,
      areSet: sql`mfa_secret IS NOT NULL OR mfa_enrolled_at IS NOT NULL OR mfa_last_step <> 0 OR mfa_failures <> 0`,
    },
  },
  pendingEmail: {
    holds: ['users.pending_email', 'links'],
    columns: {
      set: sql`pending_email = NULL, pending_email_by = NULL, pending_email_at = NULL`,
      areSet: sql`pending_email IS NOT NULL`,
    },
    rows: useUp('confirmEmail', 'cancelEmail'),
  },
  recoveryCodes: { holds: ['recovery_codes'], rows: remove('recovery_codes') },
  passkeys: { holds: ['passkeys'], rows: remove('passkeys') },
  passkeyChallenges: { holds: ['passkey_challenges'], rows: remove('passkey_challenges') },
  /** Linked logins that were made with the account's password, passkey or session. */
  provenLinks: { holds: ['identities'], rows: remove('identities', sql`proven_at IS NOT NULL`) },
  /** Linked logins by the word of a provider or a directory alone. */
  unprovenLinks: { holds: ['identities'], rows: remove('identities', sql`proven_at IS NULL`) },
  providerAttempts: { holds: ['sso_attempts'], rows: remove('sso_attempts') },
  rememberedBrowsers: { holds: ['remembered_browsers'], rows: remove('remembered_browsers') },
  /** Sessions, with the impersonations that the user has started. */
  sessions: {
    holds: ['sessions', 'upstream_sessions', 'oidc_grants', 'oidc_tokens'],
    rows: {
      table: 'sessions',
      where: (isOfUsers) => sql`(${isOfUsers} OR impersonator_id IN (SELECT user_id FROM users WHERE ${isOfUsers}))`,
    },
  },
  apiKeys: { holds: ['api_keys'], rows: remove('api_keys') },
  grants: { holds: ['grants'], rows: remove('grants') },
  recoveryLinks: { holds: ['links'], rows: useUp('recovery') },
} as const satisfies Record<string, Opener>;

export type OpenerName = keyof typeof openers;
export const OPENERS: Readonly<Record<OpenerName, Opener>> = openers;

/** Ways into the account that were prepared and need none of its present credentials. */
const PREPARED = ['providerAttempts', 'passkeyChallenges', 'pendingEmail'] as const;
const OPENED = ['sessions', 'apiKeys', 'provenLinks', ...PREPARED] as const;
const MAILED = ['grants', 'recoveryLinks'] as const;

export const ENDED_BY = {
  disabling: [...OPENED, ...MAILED, 'rememberedBrowsers'],
  resetOfPassword: ['password', ...OPENED, ...MAILED, 'rememberedBrowsers'],
  resetOfMfa: ['authenticator', 'recoveryCodes', ...OPENED, ...MAILED, 'rememberedBrowsers'],
  resetOfPasskeys: ['passkeys', ...OPENED, ...MAILED],
  resetOfFactors: ['authenticator', 'recoveryCodes', 'passkeys', ...OPENED, ...MAILED, 'rememberedBrowsers'],
  resetOfAll: [
    'password',
    'authenticator',
    'recoveryCodes',
    'passkeys',
    'unprovenLinks',
    ...OPENED,
    ...MAILED,
    'rememberedBrowsers',
  ],
  /** Sessions end apart, as the caller's own stays. */
  newPassword: [...PREPARED, ...MAILED, 'rememberedBrowsers'],
  turningMfaOff: ['authenticator', 'recoveryCodes', 'rememberedBrowsers'],
  newEmail: ['pendingEmail', ...MAILED],
  cancellingNewEmail: ['pendingEmail'],
  /** Ends what others can have prepared before the account was worth it; a link that its owner has not proven opens no administrator's account. */
  promotion: PREPARED,
  moving: ['unprovenLinks', ...OPENED, ...MAILED, 'rememberedBrowsers'],
  /** A user who comes back sets up everything anew. */
  leaving: Object.keys(openers) as OpenerName[],
} as const satisfies Record<string, readonly OpenerName[]>;

export type EndingAct = keyof typeof ENDED_BY;
export type Ended = Readonly<Partial<Record<OpenerName, number>>>;

/** Ends all openers of an act, for users whose rows are locked. @returns how many rows of each have ended */
export async function endOpeners(tx: Transaction, act: EndingAct, userIds: readonly string[], now: Date): Promise<Ended> {
  if (userIds.length === 0) return {};
  const isOfUsers = sql`user_id = ANY (${userIds}::uuid[])`;
  const names: readonly OpenerName[] = ENDED_BY[act];
  const columns = names.flatMap((name) => OPENERS[name].columns ?? []);
  if (names.includes('password'))
    await sql`INSERT INTO password_history (user_id, password_hash, created_at)
      SELECT user_id, password_hash, ${now}::timestamptz FROM users WHERE ${isOfUsers} AND password_hash IS NOT NULL`.execute(tx);
  if (columns.length > 0) {
    const areSet = sql.join(
      columns.map(({ areSet: areThere }) => sql`(${areThere})`),
      sql` OR `,
    );
    await sql`UPDATE users SET ${sql.join(columns.map(({ set }) => set))} WHERE ${isOfUsers} AND (${areSet})`.execute(tx);
  }
  const rows = names.flatMap((name) => {
    const { rows: held } = OPENERS[name];
    return held ? [{ name, statement: endRows(held, isOfUsers, now) }] : [];
  });
  const ended = sql.join(rows.map(({ name, statement }) => sql`${sql.id(name)} AS (${statement} RETURNING 1)`));
  const counts = sql.join(rows.map(({ name }) => sql`(SELECT count(*)::int FROM ${sql.id(name)}) AS ${sql.id(name)}`));
  const result = await sql<Ended>`WITH ${ended} SELECT ${counts}`.execute(tx);
  return result.rows[0] ?? {};
}

/** Counts what `endOpeners` would end, and changes nothing. */
export async function countOpeners(queries: Queries, act: EndingAct, userIds: readonly string[]): Promise<Ended> {
  const isOfUsers = sql`user_id = ANY (${userIds}::uuid[])`;
  const counts = ENDED_BY[act].flatMap((name) => {
    const { rows } = OPENERS[name];
    return rows
      ? [sql`(SELECT count(*)::int FROM ${sql.table(rows.table)} WHERE ${rows.where(isOfUsers)}) AS ${sql.id(name)}`]
      : [];
  });
  const result = await sql<Ended>`SELECT ${sql.join(counts)}`.execute(queries);
  return result.rows[0] ?? {};
}
