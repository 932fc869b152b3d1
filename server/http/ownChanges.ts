/**
 * Lets users read their own changes, whichever process and replica answers: the position of the change in the database's log is
 * kept in a cookie of the browser. Programs with an API key keep no cookies: they read everything committed by now. The cookie
 * holds no secret and is not signed: a user who alters it gets older or newer lists, of the same rows.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseLogPosition } from '../db/logPosition.ts';
import type { ReadAfter, Reads } from '../db/reads.ts';
import type { Principal } from '../session/principal.ts';
import type { CookieJar } from './cookies.ts';

export interface OwnChanges {
  /** The position that the caller's reads have to see at least. */
  readAfter(request: FastifyRequest, principal: Principal): ReadAfter;
  /** Call it after a change has been committed, before the reply is sent. */
  remember(reply: FastifyReply): Promise<void>;
}

const UNKNOWN = 'primary';

/** @param maxLagMs no replica that is further behind is read, which also bounds the cookie's life */
export function ownChanges(reads: Reads, cookies: CookieJar, maxLagMs: number): OwnChanges {
  return {
    readAfter(request, principal) {
      if (principal.kind === 'key') return 'latest';
      const kept = cookies.get(request, 'position');
      if (kept === undefined) return undefined;
      return parseLogPosition(kept) ?? UNKNOWN;
    },
    async remember(reply) {
      const position = await reads.position();
      if (position === undefined) return;
      const value = position === UNKNOWN ? UNKNOWN : `${hex(position >> 32n)}/${hex(position & 0xffffffffn)}`;
      // A process learns the primary's position once a second.
      cookies.set(reply, 'position', value, 2 * maxLagMs + 10_000);
    },
  };
}

const hex = (part: bigint) => part.toString(16).toUpperCase();
