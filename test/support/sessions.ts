/** Sessions: facts, and what time does to them. They are named by their ids or users; without a name it is done to all. */
import { factsOf, idsOf, THEIRS, type Site, type Who } from './facts.ts';

interface Session {
  readonly sessionId: string;
  readonly userId: string;
  readonly userName: string;
  readonly kind: 'full' | 'pending';
  readonly methods: string[];
  readonly passkeyId: string | null;
  readonly remember: boolean;
  /** Since the last proof of identity. */
  readonly authenticatedSecondsAgo: number;
  readonly lastSeenSecondsAgo: number;
}

export const sessions = factsOf<Session>(
  'sessions s JOIN users u USING (user_id)',
  {
    sessionId: 'session_id',
    userId: 'user_id',
    userName: 'user_name',
    kind: 'kind',
    methods: 'methods',
    passkeyId: 'passkey_id',
    remember: 'remember',
    authenticatedSecondsAgo: 'extract(epoch FROM now() - authenticated_at)::int',
    lastSeenSecondsAgo: 'extract(epoch FROM now() - last_seen_at)::int',
  },
  's.created_at',
);

const change = (site: Site, who: Who | undefined, assignments: string, ...values: readonly unknown[]): Promise<unknown[]> =>
  site.database.query(`UPDATE sessions SET ${assignments} WHERE $1::text[] IS NULL OR session_id::text = ANY ($1) OR ${THEIRS}`, [
    who === undefined ? null : idsOf(who),
    ...values,
  ]);

/** The last proof of identity lies so far back, in PostgreSQL's words: step-up asks for another. */
export const authenticatedAgo = (site: Site, time: string, who?: Who) =>
  change(site, who, 'authenticated_at = now() - $2::interval', time);

export const lastSeenAgo = (site: Site, time: string, who?: Who) =>
  change(site, who, 'last_seen_at = now() - $2::interval', time);

/** Only the password has been proven. */
export const makePending = (site: Site, who: Who) => change(site, who, `kind = 'pending'`);

/** As if the system administrator read, or acted, as the user. */
export const makeImpersonation = (site: Site, who: Who) =>
  change(
    site,
    who,
    `impersonator_id = (SELECT a.user_id FROM users a WHERE a.user_name = 'sysadmin'), impersonation_since = now()`,
  );

export const expireSessions = (site: Site, who?: Who) => change(site, who, `expires_at = now() - interval '1 second'`);

export const expireImpersonation = ({ database }: Site, who?: Who) =>
  database.query(
    `UPDATE sessions SET expires_at = now() - interval '1 second'
      WHERE impersonator_id IS NOT NULL AND ($1::text[] IS NULL OR ${THEIRS})`,
    [who === undefined ? null : idsOf(who)],
  );

export const endSessions = ({ database }: Site, who?: Who) =>
  database.query(`DELETE FROM sessions WHERE $1::text[] IS NULL OR ${THEIRS}`, [who === undefined ? null : idsOf(who)]);

/** The token before the last proof of identity, which calls on their way still bring, ends. */
export const endFormerTokens = (site: Site, who?: Who) =>
  change(site, who, `former_until = CASE WHEN former_until IS NOT NULL THEN now() - interval '1 second' END`);
