/** Counts what a changed setting would do to sessions, accounts and requests. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SettingName } from '../../api/contract/systemSettings.registry.ts';
import type { SettingEffect } from '../../api/contract/systemSettings.ts';
import { addMs, DAY } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../db/database.ts';
import type { RateLimitName } from '../config/limits.ts';
import { isActiveSession } from '../session/idle.ts';
import type { SessionState } from '../session/principal.ts';
import { lifetimeOf, lifetimesIn } from '../session/sessions.ts';

interface Changing {
  readonly name: SettingName;
  readonly after: Config;
  readonly session: SessionState | null;
  readonly now: Date;
}

type Counts = Partial<Record<SettingEffect, number>>;
type Count = (queries: Queries, changing: Changing) => Promise<Counts> | Counts;

/** A lock that lasts longer is one that only an administrator ends. */
const LONGEST_LOCK_MS = 2 * DAY;

async function countOf(queries: Queries, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${from}`.execute(queries);
  return rows[0]?.count ?? 0;
}

/** Sessions under way never become longer. */
const sessions: Count = async (queries, { name, after, session, now }) => {
  const isRemembered = name === 'sessionRememberDays';
  const { absoluteMs, idleMs } = lifetimesIn(after)[isRemembered ? 'remembered' : 'others'];
  const idleEnd = sql`s.last_seen_at + least(s.idle_ms, ${idleMs}::bigint) * interval '1 millisecond'`;
  const latest = sql`s.created_at + ${absoluteMs}::bigint * interval '1 millisecond'`;
  const { rows } = await sql<{ now: number; sooner: number; all: number }>`
    SELECT count(*) FILTER (WHERE is_over)::int AS now, count(*) FILTER (WHERE NOT is_over AND is_shorter)::int AS sooner, count(*)::int AS all
      FROM (SELECT least(${idleEnd}, s.expires_at, ${latest}) <= ${now} AS is_over,
                   s.idle_ms > ${idleMs}::bigint OR s.expires_at > ${latest} AS is_shorter
              FROM sessions s WHERE ${isActiveSession(now)} AND s.remember = ${isRemembered}) each_session`.execute(queries);
  const [found = { now: 0, sooner: 0, all: 0 }] = rows;
  return {
    sessionsEndNow: found.now,
    sessionsEndSooner: found.sooner,
    sessionsStay: found.all - found.now - found.sooner,
    ownSessionEnds: session && endsNow(after, session, now) ? 1 : 0,
  };
};

const endsNow = (config: Config, session: SessionState, now: Date): boolean =>
  addMs(session.createdAt, lifetimeOf(config, { kind: 'full', ...session }).absoluteMs) <= now;

const isLocked = (now: Date): RawBuilder<SqlBool> => sql`locked_until > ${now} AND locked_until < ${addMs(now, LONGEST_LOCK_MS)}`;

const requests: Count = async (queries, { now }) => ({
  openRequests: await countOf(queries, sql`operations WHERE state = 'awaitingApproval' AND expires_at > ${now}`),
});

const atLimit =
  (limit: RateLimitName): Count =>
  async (queries, { after, now }) => ({
    atLimit: await countOf(
      queries,
      sql`throttles WHERE bucket LIKE ${`${limit}:%`} AND hits >= ${after[limit]} AND resets_at > ${now}`,
    ),
  });

const counters: Readonly<Record<SettingName, Count>> = {
  passwordMinLength: async (queries) => ({
    passwordsStay: await countOf(queries, sql`users WHERE password_hash IS NOT NULL`),
  }),
  lockFailures: async (queries, { now }) => ({
    failingAccounts: await countOf(
      queries,
      sql`users WHERE failed_sign_ins > 0 AND (locked_until IS NULL OR locked_until <= ${now})`,
    ),
  }),
  lockMinutes: async (queries, { now }) => ({ lockedAccounts: await countOf(queries, sql`users WHERE ${isLocked(now)}`) }),
  sessionIdleMinutes: sessions,
  sessionHours: sessions,
  sessionRememberDays: sessions,
  secondPerson: async (queries, changing) => ({
    ...(await requests(queries, changing)),
    administrators: await countOf(queries, sql`users WHERE enabled AND registered AND roles @> '{SystemAdministration}'`),
  }),
  secondPersonUsers: requests,
  sessionsPerUser: async (queries, { after, now }) => ({
    usersBeyond: await countOf(
      queries,
      sql`(SELECT FROM sessions s WHERE ${isActiveSession(now)} GROUP BY s.user_id HAVING count(*) > ${after.LIMIT_SESSIONS_PER_USER}) users_beyond`,
    ),
  }),
  resendsPerDay: atLimit('LIMIT_RESENDS_PER_DAY'),
  ticketsPerAddress: atLimit('LIMIT_TICKETS_PER_ADDRESS'),
  personalDataRows: async (queries, { after, now }) => ({
    atLimit: await countOf(
      queries,
      sql`personal_data_reads WHERE day = ${now.toISOString().slice(0, 10)} AND rows >= ${after.LIMIT_PERSONAL_DATA_ROWS_PER_DAY}`,
    ),
  }),
  supportAddress: async (queries) => ({ openTickets: await countOf(queries, sql`tickets WHERE closed_at IS NULL`) }),
  mailHead: () => ({}),
  mailFoot: () => ({}),
};

export const countEffects = async (queries: Queries, changing: Changing): Promise<Counts> =>
  counters[changing.name](queries, changing);
