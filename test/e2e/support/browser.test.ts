import { logInAs } from '../../support/logInAs.ts';
import { axeViolations } from '../../support/axe.ts';
import { useBrowser } from '../../support/browser.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

describe('A page of the test browser', () => {
  test('has the requested language, size and theme', async () => {
    const page = await browser.newPage({ locale: 'de', width: 400, theme: 'dark' });
    await page.goto(`${site.url}/Login`);
    const seen = await page.evaluate(() => ({
      language: navigator.language,
      date: new Intl.DateTimeFormat().resolvedOptions().locale,
      width: window.innerWidth,
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
      theme: document.documentElement.dataset.theme,
    }));
    expect(seen).toEqual({ language: 'de', date: 'de', width: 400, dark: true, theme: 'dark' });
  });

  test('carries the session of a client', async () => {
    const page = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), page);
    await page.goto(`${site.url}/LoginHelp`);
    const self = await page.evaluate(async () => (await fetch('/api/Users/Self')).json() as Promise<{ userName: string }>);
    expect(self.userName).toBe('ordinary');
  });

  test('shares nothing with another page unless they share a context', async () => {
    const first = await browser.newPage();
    await copySessionToPage(await logInAs(site, 'ordinary'), first);
    const secondTab = await browser.newPage({ context: first.browserContext() });
    const stranger = await browser.newPage();
    const status = async (page: typeof first) => {
      await page.goto(`${site.url}/LoginHelp`);
      return page.evaluate(async () => (await fetch('/api/Users/Self')).status);
    };
    expect([await status(secondTab), await status(stranger)]).toEqual([200, 401]);
  });

  test('is checked by axe despite its own content security policy', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/LoginHelp`);
    await page.evaluate(() => document.body.append(document.createElement('img')));
    expect(await axeViolations(page)).toContainEqual(expect.stringContaining('image-alt'));
  });
});
