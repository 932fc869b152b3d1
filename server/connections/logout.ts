/**
 * OpenID Connect Back-Channel Logout 1.0: the provider says that somebody has logged out there, and their sessions here end, with the
 * logins of applications. Only a signed token counts, once.
 */
import { sql } from 'kysely';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { MINUTE } from '../clock.ts';
import type { Context } from '../context.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { addressBlock, countHits, throttle } from '../http/throttle.ts';
import { recordOutcome } from './outcomes.ts';
import { Refused } from './refused.ts';
import { findConnection, holdConnection, type ConnectionRow } from './repository.ts';
import { useOnce } from './taking.ts';
import type { VerifyToken } from './tokens.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export function backChannelLogout({ db, clock }: Context, verify: VerifyToken) {
  /** @throws Refused */
  return async (connectionId: string, token: string, ip: string): Promise<void> => {
    const now = clock.now();
    const connection = await findConnection(db, connectionId);
    if (!connection?.enabled) throw new Refused('disabledConnection');
    const { sid, sub, jti } = await verified(connection, token, now);
    await loggedOutThere(db, connectionId, { id: jti, sids: sid === null ? [] : [sid], sub, ip, now });
  };

  async function verified(connection: ConnectionRow, token: string, now: Date) {
    const {
      events,
      nonce,
      sid,
      sub,
      jti = '',
    } = await verify(connection, token, {
      audience: connection.client_id ?? '',
      types: ['logout+jwt', 'jwt', undefined],
      claims: ['events'],
      now,
    });
    const isEvent = typeof events === 'object' && events !== null && EVENT in events;
    const names = [sid, sub].filter((name) => typeof name === 'string' && name !== '');
    if (!isEvent || nonce !== undefined || names.length === 0) throw new Refused('logoutToken');
    return { sid: typeof sid === 'string' ? sid : null, sub: sub ?? null, jti };
  }
}

interface LoggedOut {
  /** Of the message, which is good once. */
  readonly id: string;
  /** None: all sessions of the subject. */
  readonly sids: readonly string[];
  readonly sub: string | null;
  readonly ip: string;
  readonly now: Date;
}

/** What a provider has signed, by whatever protocol. @throws Refused */
export async function loggedOutThere(db: Db, connectionId: string, loggedOut: LoggedOut): Promise<void> {
  const { id, now } = loggedOut;
  const ended = await transaction(db, async (tx) => {
    const held = await holdConnection(tx, connectionId);
    if (!held?.enabled) throw new Refused('disabledConnection');
    await useOnce(tx, connectionId, id, now);
    return endSessions(tx, held, loggedOut);
  });
  for (const userId of ended) await recordOutcome(db, { connectionId, at: now, purpose: 'logout', outcome: 'loggedOut', userId });
}

/** By `sid`, else by subject; a session whose `sid` the provider has not said ends with its subject. @returns whose they were */
async function endSessions(
  tx: Transaction,
  { connection_id: connectionId, organisation_id: organisationId, name }: ConnectionRow,
  { sids, sub, ip, now }: LoggedOut,
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    DELETE FROM sessions s USING upstream_sessions p
     WHERE p.session_id = s.session_id AND p.connection_id = ${connectionId} AND (${sub}::text IS NULL OR p.subject = ${sub})
       AND (cardinality(${sids}::text[]) = 0 OR p.sid = ANY (${sids}::text[]) OR (p.sid IS NULL AND p.subject = ${sub}))
    RETURNING s.user_id`.execute(tx);
  const userIds = [...new Set(rows.map((row) => row.user_id))];
  for (const userId of userIds) {
    const { user_name: target } = await tx
      .selectFrom('users')
      .select('user_name')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    await appendAuditEvent(
      tx,
      { ...systemOrigin(now, organisationId), ip },
      { action: 'Connections.Logout', target, targetUserId: userId, details: { connection: name } },
    );
  }
  return userIds;
}

const MAX_WRONG = 60;
/** Of one connection: strangers must not push what administrators look for out of the last 100. */
const MAX_RECORDED = 10;
const WINDOW_MS = 15 * MINUTE;

/** Tells administrators of a word that does not count. @throws TooManyRequests */
export const refusedLogouts =
  ({ db, clock }: Context) =>
  async (connectionId: string, ip: string, { problem, detail }: Refused): Promise<void> => {
    const now = clock.now();
    const { hits } = await countHits(db, `ssoLogout:${connectionId.slice(0, 36)}`, WINDOW_MS, now, 1);
    const isKnown = problem !== 'disabledConnection';
    if (isKnown && hits <= MAX_RECORDED)
      await recordOutcome(db, { connectionId, at: now, purpose: 'logout', outcome: 'refused', problem, detail });
    await throttle(db, { bucket: `ssoLogout:${addressBlock(ip)}`, limit: MAX_WRONG, windowMs: WINDOW_MS }, now);
  };
