/**
 * What the list of people reads first, told in the page itself to whoever is signed in. Each read is made here with the page's own
 * cookies, and what stands in the page is that reply to the letter: who may not make the call is not told, as nobody would answer them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isAdmin } from '../../api/contract/person.ts';
import { pathFilters } from '../../api/contract/users.page.ts';
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

export const tellFirst =
  (app: FastifyInstance) =>
  async (request: FastifyRequest, principal: Principal): Promise<readonly Told[]> => {
    if (principal.kind !== 'session' || request.method !== 'GET') return [];
    const tooLate = pause(PATIENCE_MS, undefined, { ref: false });
    const read = async (url: string): Promise<readonly Told[]> => {
      const asked = app.inject({ url, headers: { cookie: request.headers.cookie } }).catch(() => undefined);
      const reply = await Promise.race([asked, tooLate]);
      return reply?.statusCode === 200 ? [{ url, reply: reply.payload, at: String(reply.headers.date) }] : [];
    };
    return (await Promise.all(firstReads(request.url, principal).map(read))).flat();
  };

/** None for a list that is searched, sorted or narrowed: its scripts know better what that asks for. */
function firstReads(address: string, { person }: Extract<Principal, { kind: 'session' }>): readonly string[] {
  const list = LIST_OF_PEOPLE.exec(address);
  if (!list || !isAdmin(person)) return [];
  return [
    '/api/Users/Self',
    '/api/Users/Self/UIFontSize',
    `/api/Users/Page?filter=${list[1] ?? 'all'}&offset=0&limit=100`,
    '/api/Users/Counts',
  ];
}

const LIST_OF_PEOPLE = new RegExp(`^/Users(?:/List(?:/(${pathFilters.join('|')}))?)?/?$`);

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
