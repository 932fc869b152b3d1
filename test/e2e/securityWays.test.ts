/** Everything one may do to one's own account, when something comes between: the line is cut, the session ends, somebody is impatient, or goes back. */
import { randomBytes } from 'node:crypto';
import type { Page } from 'puppeteer';
import { as, DEMO_PASSWORD } from '../support/as.ts';
import { useBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { enrol } from '../support/mfa.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { at, changesTo, dialogGone, field, heading, insist, press, reads, retype, seen } from './pages/onPage.ts';
import { grownStale, inDialog, proveIdentity, securityPages, typePasswords } from './pages/security.ts';

const WAY_BACK = `/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/SecurityDetails')}`;
const KEY = 'Nightly report';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '1000' } });
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);
const opened = securityPages(site, browser);

interface Deed {
  /** As the audit has it. */
  readonly action: string;
  readonly path: RegExp;
  readonly before?: (client: Client, person: MemberAccount) => Promise<unknown>;
  /** What leads up to the last press. */
  readonly begin?: (page: Page) => Promise<unknown>;
  readonly button: string;
  readonly done: string;
  /** A form, which keeps what was typed when it could not be sent; a question closes. */
  readonly isTyped?: true;
}

const inQuestion = (name: string) => `dialog[open] ::-p-aria([name="${name}"][role="button"])`;
const asKnown = ({ userId }: MemberAccount) =>
  site.database.query(
    `INSERT INTO remembered_browsers (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
    [randomBytes(32), userId],
  );
const elsewhere = (_client: Client, { userName }: MemberAccount) =>
  as(site, userName, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0' } });

const deeds: Readonly<Record<string, Deed>> = {
  'Turning the second factor off': {
    action: 'Mfa.Disable',
    path: /^\/api\/Mfa\/Disable$/,
    before: enrol,
    begin: (page) => press(page, 'Turn off'),
    button: inQuestion('Turn off'),
    done: 'Multi-factor authentication is off',
  },
  'Making new recovery codes': {
    action: 'Mfa.Recovery',
    path: /^\/api\/Mfa\/Recovery$/,
    before: enrol,
    begin: (page) => press(page, 'New recovery codes'),
    button: inQuestion('New recovery codes'),
    done: 'They are shown only now.',
  },
  'Forgetting the remembered browsers': {
    action: 'Mfa.ForgetBrowsers',
    path: /^\/api\/Mfa\/RememberedBrowsers$/,
    before: async (client, person) => {
      await enrol(client);
      await asKnown(person);
    },
    button: '::-p-aria([name="Forget all"][role="button"])',
    done: 'All remembered browsers have been forgotten.',
  },
  'Logging another session out': {
    action: 'Users.EndSession',
    path: /^\/api\/Users\/Self\/Sessions\/[\da-f-]{36}$/,
    before: elsewhere,
    button: '#sessions .security-row:not(:has(.security-mark)) .button',
    done: 'has been logged out.',
  },
  'Logging all other sessions out': {
    action: 'Users.EndOtherSessions',
    path: /^\/api\/Users\/Self\/Sessions\/Others$/,
    before: elsewhere,
    begin: (page) => press(page, 'Log out all others'),
    button: inQuestion('Log out all others'),
    done: 'All other sessions have been logged out.',
  },
  'Deleting a key': {
    action: 'ApiKey.Delete',
    path: /^\/api\/ApiKey$/,
    before: (client) => client.ok('ApiKey.Create', { name: KEY }),
    begin: (page) => page.locator('#keys .security-row .button').click(),
    button: inQuestion('Delete'),
    done: 'You have no API keys yet.',
  },
  'Creating a key': {
    action: 'ApiKey.Create',
    path: /^\/api\/ApiKey$/,
    begin: async (page) => {
      await press(page, 'Create key');
      await field(page, 'Name').fill(KEY);
      await page.locator('.security-claims-list input').click();
    },
    button: 'dialog[open] .button-primary',
    done: `The key "${KEY}" is ready`,
    isTyped: true,
  },
  'Choosing which mails to get': {
    action: 'Users.SetEmailPreferences',
    path: /^\/api\/Users\/EmailPreferences$/,
    begin: (page) => page.locator('[name="productNews"]').click(),
    button: '::-p-aria([name="Save"][role="button"])',
    done: 'Your email preferences have been saved.',
    isTyped: true,
  },
  'Changing the password': {
    action: 'ChangeDetails.ChangePassword',
    path: /^\/api\/ChangeDetails\/ChangePassword$/,
    begin: (page) => typePasswords(page, DEMO_PASSWORD),
    button: '::-p-aria([name="Change password"][role="button"])',
    done: 'Your password has been changed.',
    isTyped: true,
  },
};

async function ready({ before }: Deed, options: { viaHelp?: boolean } = {}) {
  const person = await unusedMember(site);
  const client = await as(site, person.userName);
  await before?.(client, person);
  return opened({ person, client, ...options });
}

const times = async ({ action }: Deed, { userName }: MemberAccount) => (await outcomes(action, userName)).length;

const endSessions = ({ userId }: MemberAccount) => site.database.query('DELETE FROM sessions WHERE user_id = $1', [userId]);

describe.each(Object.entries(deeds))('%s', (_name, deed) => {
  const { begin, button, done, path, isTyped } = deed;

  test('offline is told of and changes nothing; connected again it is done, once however often it is asked for', async () => {
    const { page, person } = await ready(deed);
    browser.expectComplaint(OFFLINE_ERROR);
    await goOffline(page);
    await begin?.(page);
    await page.locator(button).click();
    await reads(page, 'Network error.');
    expect(await times(deed, person)).toBe(0);
    await goOnline(page);
    const sent = changesTo(page, path);
    if (isTyped) {
      await insist(page, button);
    } else {
      await begin?.(page);
      await page.locator(button).click({ count: 2 });
    }
    await reads(page, done);
    expect(sent).toHaveLength(1);
    expect(await times(deed, person)).toBe(1);
  });

  if (isTyped) {
    test('when the session has ended meanwhile goes on once one has logged in again over the page', async () => {
      const { page, person } = await ready(deed);
      await begin?.(page);
      await endSessions(person);
      await page.locator(button).click();
      await reads(page, 'Your session has ended. Nothing you have typed is lost.');
      expect(await times(deed, person)).toBe(0);
      await proveIdentity(page);
      await reads(page, done);
      expect(await times(deed, person)).toBe(1);
    });
  } else {
    test('when the session has ended meanwhile leads to the login, which knows the way back, and changes nothing', async () => {
      const { page, person } = await ready(deed);
      await begin?.(page);
      await endSessions(person);
      await page.locator(button).click();
      await heading(page, 'Log in to Gatehouse');
      await at(page, WAY_BACK);
      expect(await times(deed, person)).toBe(0);
    });
  }
});

describe.each(['Making new recovery codes', 'Creating a key'])('%s', (name) => {
  test('shows it once: Back asks before that is left', async () => {
    const deed = deeds[name] as Deed;
    const { page } = await ready(deed, { viaHelp: true });
    await deed.begin?.(page);
    await page.locator(deed.button).click();
    await reads(page, deed.done);
    const [once = ''] = await page.$$eval('dialog[open] code, dialog[open] .codes li', (shown) =>
      shown.map((secret) => secret.textContent),
    );
    expect(once.length).toBeGreaterThan(8);
    await page.evaluate(() => history.back());
    await reads(page, 'Leave without saving?');
    await inDialog(page, 'Stay here');
    await page.waitForFunction(() => !document.body.innerText.includes('Leave without saving?'));
    expect(await seen(page)).toContain(once);
    await inDialog(page, 'I have saved it');
    await dialogGone(page);
    await page.goBack();
    await heading(page, 'Help with logging in');
    await page.goForward();
    await page.waitForSelector('#email form');
    expect(await page.content()).not.toContain(once);
  });
});

test('The second factor stays on where the proof of identity is wrong, and goes off with the right one', async () => {
  const deed = deeds['Turning the second factor off'] as Deed;
  const { page, person } = await ready(deed);
  await grownStale(site, person);
  await deed.begin?.(page);
  await page.locator(deed.button).click();
  await proveIdentity(page, 'Wrong-pass-1');
  await page.waitForSelector('dialog[open] [name="password"][aria-invalid="true"]');
  expect(await times(deed, person)).toBe(0);
  await proveIdentity(page);
  await reads(page, deed.done);
  expect(await times(deed, person)).toBe(1);
});

test('A session that has ended elsewhere meanwhile is told of, and goes from the list', async () => {
  const { page, person, client } = await ready(deeds['Logging another session out'] as Deed);
  await client.ok('Users.EndOtherSessions');
  await page.locator('#sessions .security-row:not(:has(.security-mark)) .button').click();
  await reads(page, 'We could not find this.');
  await page.waitForFunction(() => document.querySelectorAll('#sessions .security-row').length === 1);
  expect(await times(deeds['Logging another session out'] as Deed, person)).toBe(0);
});

test('A key with a name that is taken, or that may do nothing, is not made, and what was typed stays', async () => {
  const deed = deeds['Creating a key'] as Deed;
  const { page, person } = await ready({ ...deed, before: (client) => client.ok('ApiKey.Create', { name: KEY.toUpperCase() }) });
  await press(page, 'Create key');
  await field(page, 'Name').fill(KEY);
  await page.locator(deed.button).click();
  await reads(page, 'Choose at least one thing that the key may do.');
  await page.locator('.security-claims-list input').click();
  await page.locator(deed.button).click();
  await reads(page, 'You already have an API key with this name.');
  await page.waitForSelector('dialog[open] [name="name"][aria-invalid="true"]');
  expect(await times(deed, person)).toBe(1);
  await retype(page, 'name', 'Weekly report');
  await page.locator(deed.button).click();
  await reads(page, 'The key "Weekly report" is ready');
  expect(await times(deed, person)).toBe(2);
});

test('A key whose time is over says so and opens nothing', async () => {
  const person = await unusedMember(site);
  const client = await as(site, person.userName);
  const { key } = await client.ok('ApiKey.Create', { name: KEY });
  const claims = [{ type: 'call' as const, value: 'Users.Self' }];
  await client.ok('ApiKey.CreateClaims', { body: { name: KEY, claims, expiresAt: null } });
  const asked = () => createClient(site).raw('/api/Users/Self', { bare: true, headers: { Authorization: `Bearer ${key}` } });
  expect((await asked()).status).toBe(200);
  await site.database.query("UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE user_id = $1", [person.userId]);
  const { page } = await opened({ person, client });
  await reads(page, 'Expired on');
  expect((await asked()).status).toBe(401);
});

describe('The font size', () => {
  const known = (client: Client) => client.ok('Users.FontSize');
  const shown = (page: Page, size: string) => page.waitForSelector(`html[data-font-size="${size}"]`);

  test('offline stays as it was; of several choices made at once the last one holds, also after Back', async () => {
    const { page, client } = await opened({ viaHelp: true });
    browser.expectComplaint(OFFLINE_ERROR);
    await goOffline(page);
    await page.select('#display select', 'compact');
    await reads(page, 'Network error.');
    await shown(page, 'default');
    expect(await page.$eval('#display select', ({ value }) => value)).toBe('default');
    await goOnline(page);
    await page.$eval('#display select', (select) => {
      for (const size of ['compact', 'default', 'compact']) {
        select.value = size;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    });
    await shown(page, 'compact');
    await eventually('the server to know', async () => (await known(client)) === 'compact');
    await page.goBack();
    await heading(page, 'Help with logging in');
    await shown(page, 'compact');
  });

  test('when the session has ended meanwhile leads to the login, and stays as it was', async () => {
    const { page, person } = await opened();
    await endSessions(person);
    await page.select('#display select', 'compact');
    await at(page, WAY_BACK);
    await shown(page, 'default');
    expect(await known(await as(site, person.userName))).toBe('default');
  });
});
