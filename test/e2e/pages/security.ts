/** Helpers for the own security details. */
import type { Page } from 'puppeteer';
import { waitForSignedInIdle } from '../../support/apiCalls.ts';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import type { BrowserFixture, PageOptions } from '../../support/browser.ts';
import type { Client } from '../../support/client.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import type { TestServer } from '../../support/server.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { clickLink, fill, fillNamed, waitForPath } from './onPage.ts';
import { authenticatedAgo } from '../../support/sessions.ts';

export const NEW_PASSWORD = 'Quiet-harbour-7';
const HOME = '/SecurityDetails';

export interface OpenedPage {
  readonly page: Page;
  readonly person: MemberAccount;
  readonly client: Client;
}

interface Options extends PageOptions {
  readonly person?: MemberAccount;
  /** A client that is logged in already. */
  readonly client?: Client;
  readonly hash?: string;
  /** Navigates there from the help page, so that Back leads to it. */
  readonly viaHelp?: boolean;
}

/** Returns a function that opens the page of a user, fully loaded. */
export const securityPages =
  (site: TestServer, browser: BrowserFixture) =>
  async ({ person, client, hash = '', viaHelp = false, ...look }: Options = {}): Promise<OpenedPage> => {
    const who = person ?? (await unusedMember(site));
    const session = client ?? (await logInAs(site, who.userName));
    const page = await browser.newPage(look);
    await copySessionToPage(session, page);
    await page.goto(site.url + (viaHelp ? '/LoginHelp' : HOME + hash));
    if (viaHelp) {
      await clickLink(page, 'Back to log in');
      await waitForPath(page, HOME);
    }
    await page.waitForSelector('#email form');
    await page.waitForSelector('#sessions li');
    await page.waitForSelector('#keys button');
    await waitForSignedInIdle(page);
    return { page, person: who, client: session };
  };

/** Makes the last authentication too old for actions that need a recent one (step-up). */
export const ageAuthentication = ({ database }: Pick<TestServer, 'database'>, { userId }: MemberAccount) =>
  authenticatedAgo({ database }, '1 hour', userId);

export async function typePasswords(page: Page, current: string, next = NEW_PASSWORD): Promise<void> {
  await fillNamed(page, 'currentPassword', current);
  await fillNamed(page, 'newPassword', next);
  await fillNamed(page, 'confirmPassword', next);
}

export const clickInDialog = (page: Page, name: string) =>
  page.locator(`[role="dialog"] ::-p-aria([name="${name}"][role="button"])`).click();

async function enterInDialog(page: Page, name: string, text: string): Promise<void> {
  await fill(page, `[role="dialog"] [name="${name}"]`, text);
  await page.keyboard.press('Enter');
}

/** Fills in "Confirm it's you" of a user without a second factor, and "Log in to continue". */
export const proveIdentity = (page: Page, password = DEMO_PASSWORD) => enterInDialog(page, 'password', password);

/** Fills in "Confirm it's you" of a user with an authenticator. */
export const proveIdentityByCode = (page: Page, code: string) => enterInDialog(page, 'mfaCode', code);
