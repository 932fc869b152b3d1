/** Logins that outlast closing the browser and opening it again with the same profile. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { launchBrowser } from '../support/launchBrowser.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading } from './pages/onPage.ts';

jest.setTimeout(300_000);

describe('After a restart of the browser', () => {
  const site = useServer();
  let profile: string;
  beforeAll(async () => {
    profile = await mkdtemp(join(tmpdir(), 'gatehouse-profile-'));
  });
  afterAll(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));

  async function withBrowser(act: (page: Page) => Promise<unknown>): Promise<void> {
    const opened = await launchBrowser(profile);
    try {
      const page = await opened.newPage();
      await page.goto(`${site.url}/SecurityDetails`);
      await act(page);
    } finally {
      await opened.close();
    }
  }
  const logIn = async (page: Page) => {
    await new LoginPage(page, site).logIn('ordinary');
    await heading(page, 'Security details');
  };

  test('a user who chose to be kept signed in still is; any other logs in again', async () => {
    await withBrowser(logIn);
    await withBrowser(async (page) => {
      await heading(page, 'Log in to Gatehouse');
      await page.locator('::-p-aria([name="Keep me logged in"][role="checkbox"])').click();
      await logIn(page);
    });
    await withBrowser((page) => heading(page, 'Security details'));
  });
});
