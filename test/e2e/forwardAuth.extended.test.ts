/** The example of deploy/nginx.conf with the real nginx and a browser: logged out, to the login, and back to the deep link in one go. */
import type { IncomingHttpHeaders } from 'node:http';
import { type BehindNginx, startBehindNginx } from '../support/behindNginx.ts';
import { useBrowser } from '../support/browser.ts';
import { isNginxInstalled } from '../support/nginx.ts';
import { LoginPage } from './pages/LoginPage.ts';

const isInstalled = isNginxInstalled();
if (!isInstalled) process.stderr.write('SKIPPED: nginx or openssl is not installed (apt-get install nginx openssl)\n');

const browser = useBrowser();

(isInstalled ? describe : describe.skip)('An application that nginx guards', () => {
  let behind: BehindNginx;
  beforeAll(async () => {
    behind = await startBehindNginx();
  });
  afterAll(() => behind.stop());

  test('is reached by its deep link after logging in, learns who it is, and gets no cookie of ours', async () => {
    const page = await browser.newPage();
    const devtools = await page.createCDPSession();
    // nginx has a certificate of its own here.
    await devtools.send('Security.setIgnoreCertificateErrors', { ignore: true });
    const deepLink = `${behind.guarded}/deep/link?page=2`;
    await page.goto(deepLink);
    // The application takes its place in the address once the scripts run.
    await page.waitForFunction((login) => location.origin + location.pathname === login, {}, `${behind.site}/Login/Reports`);
    const passed: string[] = [];
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) passed.push(new URL(frame.url()).pathname);
    });
    await new LoginPage(page, { url: behind.site }).logIn('ordinary');
    await page.waitForFunction((wanted) => location.href === wanted, {}, deepLink);
    expect(passed.filter((path) => path !== '/Login/Reports')).toEqual(['/deep/link']);
    const seen = JSON.parse(await page.evaluate(() => document.body.innerText)) as IncomingHttpHeaders;
    expect(seen['remote-user']).toBe('ordinary');
    expect(seen.cookie ?? '').not.toMatch(/__Host-|XSRF-TOKEN/);
    // The cookies belong to the same host, so the browser has sent them.
    const names = (await page.browserContext().cookies()).map(({ name }) => name);
    expect(names).toContain('__Host-session');
  });
});
