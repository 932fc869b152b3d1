/** A whole page in jsdom whose person is logged in, and a client that shares the session: what the page did, it can ask. */
import { screens } from '@src/app/routes.tsx';
import { as, type DemoUser } from '../support/as.ts';
import type { Client } from '../support/client.ts';
import { copySession, visit } from '../support/visit.ts';
import { openPage } from './openPage.tsx';

interface Options extends Partial<Parameters<typeof openPage>[2]> {
  /** What the session is known by. */
  readonly userAgent?: string;
  /** What has happened before the page is opened. */
  readonly before?: (client: Client) => Promise<unknown>;
}

export async function openPageAs(
  site: { readonly url: string },
  userName: DemoUser | (string & {}),
  path: string,
  { userAgent, before, ...options }: Options = {},
) {
  const client = await as(site, userName, userAgent ? { headers: { 'User-Agent': userAgent } } : {});
  await before?.(client);
  visit(site, path);
  await copySession(client);
  return { client, ...(await openPage(site, path, { screens, ...options })) };
}
