/** SPEC.md point 4 inside the application: session and role are checked before each protected route, however it is reached. */
import type { HTTPRequest, Page } from 'puppeteer';
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { intercept } from '../support/intercept.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { at, follow, heading, press } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';

const site = useServer();
const browser = useBrowser();

const SESSION = '/api/Login/Check';
const ROLE = '/api/UserRoles/IsSelfAssignedWithRole';

const disabledTab = 'a[role="tab"][href="/Users/List/disabled"]';

const pathOf = (request: HTTPRequest): string => new URL(request.url()).pathname;

/** A subscriber administrator of their own, whose roles and sessions nobody else needs. */
async function administrator() {
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const setRoles = (...roles: string[]) =>
    site.database.query('UPDATE users SET roles = $2 WHERE user_id = $1', [userId, ['Member', ...roles]]);
  await setRoles('SubscriberAdministration');
  return {
    userName,
    demote: () => setRoles(),
    endSessions: () => site.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]),
  };
}

async function onList(userName: string, path?: string): Promise<Page> {
  const page = await browser.newPage();
  await UsersPage.open(page, await as(site, userName), path);
  return page;
}

/** Holds the calls to `path` back until they are answered in the server's place or let through. */
async function holding(page: Page, path: string) {
  const held: HTTPRequest[] = [];
  let isHolding = true;
  let tellArrival: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (tellArrival = resolve));
  await intercept(page, (request) => {
    if (pathOf(request) !== path || !isHolding) return request.continue();
    held.push(request);
    tellArrival();
    return undefined;
  });
  return {
    arrived,
    release: async () => {
      isHolding = false;
      await Promise.all(held.splice(0).map((request) => request.continue()));
    },
  };
}

/** Every heading that was drawn from now on, also for a single frame. */
async function headingsDrawn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const drawn = new Set<string>();
    const look = () => {
      for (const { textContent } of document.querySelectorAll('h1')) drawn.add(textContent);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
    Object.assign(window, { drawn });
  });
  return () => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
}

/** The calls of the API from now on. */
function callsOf(page: Page): () => string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(pathOf(request)));
  return () => calls.filter((path) => path.startsWith('/api/'));
}

test('An administrator who is demoted while logged in is led to /NoAccess by the next click, and by Back', async () => {
  const { userName, demote } = await administrator();
  const page = await onList(userName);
  await follow(page, 'Audit report');
  await heading(page, 'Audit report');
  await demote();
  const drawn = await headingsDrawn(page);
  await follow(page, 'Users');
  await at(page, '/NoAccess');
  await heading(page, 'No access');
  expect(await drawn()).toEqual(['Audit report', 'No access']);

  await page.goBack();
  await at(page, '/NoAccess');
  await heading(page, 'No access');
});

test('Every click asks anew: session and role, also for a screen that was open before', async () => {
  const page = await onList('subadmin');
  const calls = callsOf(page);
  const checks = () => calls().filter((path) => path === SESSION || path === ROLE).length;
  await follow(page, 'Audit report');
  await heading(page, 'Audit report');
  expect(checks()).toBe(2);
  await follow(page, 'Users');
  await heading(page, 'User admin');
  expect(checks()).toBe(4);
});

test('While the answer for a screen is awaited, the present one stays usable and nothing of the next is drawn, fetched or focused', async () => {
  const page = await onList('subadmin');
  const role = await holding(page, ROLE);
  const drawn = await headingsDrawn(page);
  const calls = callsOf(page);
  await follow(page, 'Audit report');
  await role.arrived;
  // The screen's code arrives meanwhile.
  await page.waitForSelector('[role="progressbar"]');
  await page.waitForNetworkIdle({ concurrency: 1 });
  expect(await drawn()).toEqual(['User admin']);
  expect(calls()).not.toContain('/api/Users/AuditReport');
  await page.click('.bar [popovertarget]');
  await page.waitForSelector('.account-menu:popover-open');
  await page.keyboard.press('Escape');

  await role.release();
  await heading(page, 'Audit report');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.waitForFunction(() => document.querySelector('[role="progressbar"]') === null);
});

test.each([
  ['403', { status: 403, contentType: 'application/json', body: '{"code":"Forbidden","message":"No."}' }],
  ['500', { status: 500, contentType: 'application/json', body: '{"code":"Internal","message":"No."}' }],
  ['false', { status: 200, contentType: 'application/json', body: 'false' }],
  ['"true" in quotes', { status: 200, contentType: 'application/json', body: '"true"' }],
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<!doctype html><title>true</title>' }],
  ['an answer that is cut off', { status: 200, contentType: 'application/json', body: 'tru' }],
  ['nothing, as the line is cut', undefined],
])('A role check answered by %s leads to /NoAccess, and nothing of the screen is drawn or fetched', async (_what, reply) => {
  browser.expectComplaint(/status of (403|500)|ERR_FAILED/);
  const page = await onList('subadmin');
  const drawn = await headingsDrawn(page);
  const calls = callsOf(page);
  await intercept(page, (request) => {
    if (pathOf(request) !== ROLE) return request.continue();
    return reply ? request.respond(reply) : request.abort();
  });
  await follow(page, 'Audit report');
  await at(page, '/NoAccess');
  await heading(page, 'No access');
  expect(await drawn()).toEqual(['User admin', 'No access']);
  expect(calls()).not.toContain('/api/Users/AuditReport');
});

test('The answer for one role says nothing about another: who is no system administrator never sees that form', async () => {
  const page = await onList('subadmin');
  const role = await holding(page, ROLE);
  const drawn = await headingsDrawn(page);
  await page.evaluate(() => {
    history.pushState(null, '', '/Users/Add');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await role.arrived;
  expect(await drawn()).toEqual(['User admin']);
  await role.release();
  await at(page, '/NoAccess');
  await heading(page, 'No access');
  expect(await drawn()).toEqual(['User admin', 'No access']);
});

test('A session that ended elsewhere leads from the next click to the login, and on to where the click led', async () => {
  const { userName, endSessions } = await administrator();
  const page = await onList(userName);
  await endSessions();
  await follow(page, 'Audit report');
  await at(page, '/Login/Gatehouse?ReturnUrl=%2FUsers%2FAudit');
  await new LoginPage(page, site).logIn(userName, DEMO_PASSWORD);
  await at(page, '/Users/Audit');
  await heading(page, 'Audit report');
});

test('A move within the list waits for nothing; its check runs behind it and leads away when it is refused', async () => {
  const { userName, demote } = await administrator();
  const page = await onList(userName);
  const role = await holding(page, ROLE);
  await demote();
  await page.click(disabledTab);
  await at(page, '/Users/List/disabled');
  await role.arrived;
  await heading(page, 'User admin');
  await role.release();
  await at(page, '/NoAccess');
  await heading(page, 'No access');
});

test('A session check that the server can not answer stays in place, says what to do, and "Try again" goes on', async () => {
  browser.expectComplaint(/status of 50\d/);
  const page = await onList('subadmin');
  const mend = await intercept(page, (request) =>
    pathOf(request) === SESSION ? request.respond({ status: 500, body: '' }) : request.continue(),
  );
  await follow(page, 'Audit report');
  await heading(page, 'This page could not be loaded');
  await at(page, '/Users/Audit');
  expect(await page.title()).toBe('This page could not be loaded | Gatehouse™');
  expect(await page.$('.bar')).not.toBeNull();
  await mend();
  await press(page, 'Try again');
  await heading(page, 'Audit report');
});

test('A double click on a link is one step back', async () => {
  const page = await onList('subadmin');
  await page.locator('::-p-aria([name="Audit report"][role="link"])').click({ count: 2 });
  await heading(page, 'Audit report');
  await page.goBack();
  await heading(page, 'User admin');
  await page.click(disabledTab, { count: 2 });
  await at(page, '/Users/List/disabled');
  await page.goBack();
  await at(page, '/Users/List');
});
