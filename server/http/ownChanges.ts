/**
 * Lets users read their own changes, whichever process and replica answers: the position of the change in the database's log is
 * kept in a cookie of the browser. Programs with an API key keep no cookies: they read everything committed by now. The cookie
 * holds no secret and is not signed: a user who alters it gets older or newer lists, of the same rows.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatLogPosition, parseLogPosition } from '../db/logPosition.ts';
import type { ReadAfter, Reads } from '../db/reads.ts';
import type { Principal } from '../session/principal.ts';
import type { CookieJar } from './cookies.ts';

export interface OwnChanges {
  /** The position that the caller's reads have to see at least. */
  readAfter(request: FastifyRequest, principal: Principal): ReadAfter;
  /** Call it after a change has been committed, before the reply is sent. */
  remember(reply: FastifyReply): Promise<void>;
}

/** The position is unknown, so the primary is read. */
const READ_PRIMARY = 'primary';

/** @param maxLagMs no replica that is further behind is read, which also bounds the cookie's life */
export function ownChanges(reads: Reads, cookies: CookieJar, maxLagMs: number): OwnChanges {
  return {
    readAfter(request, principal) {
      if (principal.kind === 'key') return 'latest';
      const kept = cookies.get(request, 'position');
      if (kept === undefined) return undefined;
      return parseLogPosition(kept) ?? READ_PRIMARY;
    },
    async remember(reply) {
      const position = await reads.position();
      if (position === undefined) return;
      const value = position === READ_PRIMARY ? READ_PRIMARY : formatLogPosition(position);
      // `maxLagMs` after the change, and a second in which each process learns the primary's position, every read sees it anyway.
      // The rest allows for processes that learn it late.
      cookies.set(reply, 'position', value, 2 * maxLagMs + 10_000);
    },
  };
}
