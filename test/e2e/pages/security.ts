/** One's own security details, as a person uses them. */
import type { Page } from 'puppeteer';
import { as, DEMO_PASSWORD } from '../../support/as.ts';
import type { BrowserFixture, PageOptions } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { lendSession } from '../../support/lendSession.ts';
import type { TestServer } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { at, follow, retype } from './onPage.ts';

export const NEW_PASSWORD = 'Quiet-harbour-7';
const HOME = '/SecurityDetails';

export interface Opened {
  readonly page: Page;
  readonly person: MemberAccount;
  readonly client: Client;
}

interface Options extends PageOptions {
  readonly person?: MemberAccount;
  /** Logged in already. */
  readonly client?: Client;
  readonly hash?: string;
  /** Come to within the page, so that Back leads to the help. */
  readonly viaHelp?: boolean;
}

/** Gives what opens the page of somebody, whole. */
export const securityPages =
  (site: TestServer, browser: BrowserFixture) =>
  async ({ person, client, hash = '', viaHelp = false, ...look }: Options = {}): Promise<Opened> => {
    const who = person ?? (await unusedMember(site));
    const session = client ?? (await as(site, who.userName));
    const page = await browser.newPage(look);
    await lendSession(session, page);
    await page.goto(site.url + (viaHelp ? '/LoginHelp' : HOME + hash));
    if (viaHelp) {
      await follow(page, 'Back to log in');
      await at(page, HOME);
    }
    await page.waitForSelector('#email form');
    await page.waitForSelector('#sessions .security-row');
    await page.waitForSelector('#keys .button');
    return { page, person: who, client: session };
  };

/** The last proof of identity is too old for what asks for one. */
export const grownStale = ({ database }: Pick<TestServer, 'database'>, { userId }: MemberAccount) =>
  database.query(`UPDATE sessions SET authenticated_at = now() - interval '1 hour' WHERE user_id = $1`, [userId]);

export async function typePasswords(page: Page, current: string, next = NEW_PASSWORD): Promise<void> {
  await retype(page, 'currentPassword', current);
  await retype(page, 'newPassword', next);
  await retype(page, 'confirmPassword', next);
}

export const inDialog = (page: Page, name: string) =>
  page.locator(`dialog[open] ::-p-aria([name="${name}"][role="button"])`).click();

/** Answers "Confirm it's you", and "Log in to continue". */
export async function proveIdentity(page: Page, password = DEMO_PASSWORD): Promise<void> {
  await page.waitForSelector('dialog[open] [name="password"]');
  await page.locator('dialog[open] [name="password"]').click({ count: 3 });
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}
