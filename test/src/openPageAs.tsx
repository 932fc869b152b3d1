/** Renders the whole app with a session, and returns a client with the same session to check what the page did. */
import { screens } from '@src/app/routes.tsx';
import { logInAs, type DemoUser } from '../support/logInAs.ts';
import type { Client } from '../support/client.ts';
import { copySession, visit } from '../support/visit.ts';
import { openPage } from './openPage.tsx';

interface Options extends Partial<Parameters<typeof openPage>[2]> {
  /** User agent stored with the session. */
  readonly userAgent?: string;
  /** Runs before the page is opened. */
  readonly before?: (client: Client) => Promise<unknown>;
}

export async function openPageAs(
  site: { readonly url: string },
  userName: DemoUser | (string & {}),
  path: string,
  { userAgent, before, ...options }: Options = {},
) {
  const client = await logInAs(site, userName, userAgent ? { headers: { 'User-Agent': userAgent } } : {});
  await before?.(client);
  visit(site, path);
  await copySession(client);
  return { client, ...(await openPage(site, path, { screens, ...options })) };
}
