/**
 * SPEC.md point 4 for client-side navigation: session and role are checked before each protected route, however it is reached.
 */
import type { HTTPRequest, Page } from 'puppeteer';
import { waitForApiIdle, waitForSignedInIdle } from '../support/apiCalls.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { intercept } from '../support/intercept.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { clickLink, heading, openAccountMenu, waitForPath } from './pages/onPage.ts';
import { UsersPage } from './pages/UsersPage.ts';
import { setRoles } from '../support/changeUser.ts';
import { endSessions } from '../support/sessions.ts';

const site = useServer();
const browser = useBrowser();

const SESSION = '/api/Login/Check';
const ROLE = '/api/UserRoles/IsSelfAssignedWithRole';

const disabledTab = 'a[role="tab"][href="/Users/List/disabled"]';

const pathOf = (request: HTTPRequest): string => new URL(request.url()).pathname;

/** A new subscriber administrator, whose roles and sessions no other test uses. */
async function administrator() {
  const { userId, userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await setRoles(site, userId, ['Member', 'SubscriberAdministration']);
  return {
    userName,
    demote: () => setRoles(site, userId, ['Member']),
    endSessions: () => endSessions(site, userId),
  };
}

async function openList(userName: string, path?: string): Promise<Page> {
  const page = await browser.newPage();
  await UsersPage.open(page, await logInAs(site, userName), path);
  await waitForSignedInIdle(page);
  return page;
}

/** Holds requests to `path` until they are answered here or passed on. */
async function holdRequests(page: Page, path: string) {
  const held: HTTPRequest[] = [];
  let isHolding = true;
  let resolveArrived: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (resolveArrived = resolve));
  await intercept(page, (request) => {
    if (pathOf(request) !== path || !isHolding) return request.continue();
    held.push(request);
    resolveArrived();
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

/** Records every heading rendered from now on, even for a single frame. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const drawn = new Set<string>();
    const record = () => {
      for (const { textContent } of document.querySelectorAll('h1')) drawn.add(textContent);
    };
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true, characterData: true });
    record();
    Object.assign(window, { drawn });
  });
  return () => page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn]);
}

/** Records the API calls made from now on. */
function recordApiCalls(page: Page): () => string[] {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(pathOf(request)));
  return () => calls.filter((path) => path.startsWith('/api/'));
}

test('The page of a user who may not see the list requests none of its rows, so that the audit has no refusal', async () => {
  const page = await browser.newPage();
  const calls = recordApiCalls(page);
  await copySessionToPage(await logInAs(site, 'ordinary'), page);
  await page.goto(`${site.url}/Users/List`);
  await waitForPath(page, '/NoAccess');
  await waitForApiIdle(page);
  expect(calls()).toContain(SESSION);
  expect(calls().filter((path) => /Users\/(Page|Counts)|Views/.test(path))).toEqual([]);
});

test('While the check for a screen is pending, the present one stays usable and nothing of the next is rendered, fetched or focused', async () => {
  const page = await openList('subadmin');
  const role = await holdRequests(page, ROLE);
  const drawn = await recordHeadings(page);
  const calls = recordApiCalls(page);
  await clickLink(page, 'Audit report');
  await role.arrived;
  // The screen's chunk loads meanwhile.
  await page.waitForSelector('[role="progressbar"]');
  await page.waitForNetworkIdle({ concurrency: 1 });
  expect(await drawn()).toEqual(['User admin']);
  expect(calls()).not.toContain('/api/Users/AuditReport');
  await openAccountMenu(page);
  await page.keyboard.press('Escape');

  await role.release();
  await heading(page, 'Audit report');
  // The report begins with the filter by person.
  await page.waitForSelector('::-p-aria([name="Person"][role="combobox"])');
  expect(await page.evaluate(() => document.activeElement?.matches('main [role="search"] [role="combobox"]'))).toBe(true);
  await page.waitForFunction(() => document.querySelector('[role="progressbar"]') === null);
});

test.each([
  ['403', { status: 403, contentType: 'application/json', body: '{"code":"Forbidden","message":"No."}' }, 'No access'],
  ['500', { status: 500, contentType: 'application/json', body: '{"code":"Internal","message":"No."}' }, 'Could not be checked'],
  ['false', { status: 200, contentType: 'application/json', body: 'false' }, 'No access'],
  ['"true" in quotes', { status: 200, contentType: 'application/json', body: '"true"' }, 'No access'],
  ['an HTML page', { status: 200, contentType: 'text/html', body: '<!doctype html><title>true</title>' }, 'Could not be checked'],
  ['a truncated response', { status: 200, contentType: 'application/json', body: 'tru' }, 'Could not be checked'],
  ['no response, as the connection is lost', undefined, 'Could not be checked'],
])(
  'A role check answered by %s leads to /NoAccess, and nothing of the screen is rendered or fetched',
  async (_what, reply, title) => {
    browser.expectPageError(/status of (403|500)|ERR_FAILED/);
    const page = await openList('subadmin');
    const drawn = await recordHeadings(page);
    const calls = recordApiCalls(page);
    await intercept(page, (request) => {
      if (pathOf(request) !== ROLE) return request.continue();
      return reply ? request.respond(reply) : request.abort();
    });
    await clickLink(page, 'Audit report');
    await waitForPath(page, '/NoAccess');
    await heading(page, title);
    expect(await drawn()).toEqual(['User admin', title]);
    expect(calls()).not.toContain('/api/Users/AuditReport');
  },
);

test('The answer for one role is not used for another: a non-administrator never sees the system administrators’ form', async () => {
  const page = await openList('subadmin');
  const role = await holdRequests(page, ROLE);
  const drawn = await recordHeadings(page);
  await page.evaluate(() => {
    history.pushState(null, '', '/Users/Add');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await role.arrived;
  expect(await drawn()).toEqual(['User admin']);
  await role.release();
  await waitForPath(page, '/NoAccess');
  await heading(page, 'No access');
  expect(await drawn()).toEqual(['User admin', 'No access']);
});

test('After the session ended elsewhere the next click leads to the login, and after it to where the click led', async () => {
  const { userName, endSessions } = await administrator();
  const page = await browser.newPage();
  const calls = recordApiCalls(page);
  // The list would refetch its rows by itself when it is clicked after a while.
  await copySessionToPage(await logInAs(site, userName), page);
  await page.goto(`${site.url}/SecurityDetails`);
  await heading(page, 'Security details');
  // The bar counts requests for approval once the page has nothing else to do.
  await eventually('the count of the bar', () => calls().includes('/api/Approvals/Count'));
  await waitForSignedInIdle(page);
  await endSessions();
  await clickLink(page, 'Audit report');
  await waitForPath(page, '/Login/Gatehouse?ReturnUrl=%2FUsers%2FAudit');
  await new LoginPage(page, site).logIn(userName, DEMO_PASSWORD);
  await waitForPath(page, '/Users/Audit');
  await heading(page, 'Audit report');
});

test('A navigation within the list does not wait; its check runs in the background and redirects when it is refused', async () => {
  const { userName, demote } = await administrator();
  const page = await openList(userName);
  const role = await holdRequests(page, ROLE);
  await demote();
  await page.click(disabledTab);
  await waitForPath(page, '/Users/List/disabled');
  await role.arrived;
  await heading(page, 'User admin');
  await role.release();
  await waitForPath(page, '/NoAccess');
  await heading(page, 'No access');
});

test('A double click on a link adds one history entry', async () => {
  const page = await openList('subadmin');
  await page.locator('::-p-aria([name="Audit report"][role="link"])').click({ count: 2 });
  await heading(page, 'Audit report');
  await page.goBack();
  await heading(page, 'User admin');
  await page.click(disabledTab, { count: 2 });
  await waitForPath(page, '/Users/List/disabled');
  await page.goBack();
  await waitForPath(page, '/Users/List');
});
