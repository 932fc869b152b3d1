/** Links of users with subjects of identity providers, and what the providers' connections have seen. */
import { factsOf, type Site } from './facts.ts';

interface Identity {
  readonly identityId: string;
  readonly connectionId: string;
  readonly subject: string;
  readonly userId: string;
  readonly provenIn: 'session' | 'login' | null;
}

export const identities = factsOf<Identity>(
  'identities',
  {
    identityId: 'identity_id',
    connectionId: 'connection_id',
    subject: 'subject',
    userId: 'user_id',
    provenIn: 'proven_in',
  },
  'created_at',
);

/** Somebody has just logged in by each link of the user. */
export const usedLinks = ({ database }: Site, userId: string) =>
  database.query('UPDATE identities SET last_login_at = now() WHERE user_id = $1', [userId]);

/** Past approval. */
export const enableConnection = ({ database }: Site, connectionId: string, enabled = true) =>
  database.query('UPDATE connections SET enabled = $2 WHERE connection_id = $1', [connectionId, enabled]);

/** A login that was refused. @param ago in PostgreSQL's words */
export const refusedLogin = ({ database }: Site, connectionId: string, problem: string, ago = '0') =>
  database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, detail)
     VALUES ($1, now() - $3::interval, 'login', 'refused', $2, '{"claims":{}}')`,
    [connectionId, problem, ago],
  );

export const attemptsOf = async ({ database }: Site, connectionId: string): Promise<number> =>
  (await database.query('SELECT FROM sso_outcomes WHERE connection_id = $1', [connectionId])).length;
