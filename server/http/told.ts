/**
 * What a page reads first, told in the page itself to whoever is signed in. Each read is made here with the page's own cookies, and
 * what stands in the page is that reply to the letter: who may not make the call is not told, as nobody would answer them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Person } from '../../api/contract/person.ts';
import type { Principal } from './principal.ts';

/** A page waits no longer than this for a busy store: its scripts ask for what it was not told. */
const PATIENCE_MS = 400;

export interface Told {
  /** As the client asks for it. */
  readonly url: string;
  /** JSON. */
  readonly reply: string;
  /** The server's clock when it answered. */
  readonly at: string;
}

/** The reads of the page at an address, as its scripts will ask for them; none where they know better what that asks for. */
export type FirstReads = (address: string, person: Person) => readonly string[];

export const tellFirst =
  (app: FastifyInstance, firstReads: FirstReads) =>
  async (request: FastifyRequest, principal: Principal): Promise<readonly Told[]> => {
    if (principal.kind !== 'session' || request.method !== 'GET') return [];
    const tooLate = pause(PATIENCE_MS, undefined, { ref: false });
    const read = async (url: string): Promise<readonly Told[]> => {
      const asked = app.inject({ url, headers: { cookie: request.headers.cookie } }).catch(() => undefined);
      const reply = await Promise.race([asked, tooLate]);
      return reply?.statusCode === 200 ? [{ url, reply: reply.payload, at: String(reply.headers.date) }] : [];
    };
    return (await Promise.all(firstReads(request.url, principal.person).map(read))).flat();
  };

/**
 * What the page must know before it has come to the replies: which calls it need not make, and by which mark it can see that the
 * browser's session is still the one they were made in.
 */
export const announce = (told: readonly Told[], mark: string) => ({ told: { by: mark, reads: told.map(({ url }) => url) } });

/** Stands at the end of the page: data, which no browser runs. */
export const replyBlocks = (told: readonly Told[]): string =>
  told
    .map(({ url, reply, at }) => {
      const name = url.replaceAll('&', '&amp;');
      return `<script type="application/json" data-told="${name}" data-at="${at}">${inScript(reply)}</script>`;
    })
    .join('');

/** JSON that can stand inside a script element: nothing in it ends the element or starts a comment. */
export const inScript = (json: string): string => json.replaceAll('<', '\\u003c');
