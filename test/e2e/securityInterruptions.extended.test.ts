/** Changes to the own account, one of each kind, despite a lost connection, an expired session, double clicks, and Back. */
import type { Page } from 'puppeteer';
import { logInAs, DEMO_PASSWORD, totp } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { enrol, resetUsedCodes, wrongCode } from '../support/mfa.ts';
import { goOffline, goOnline, OFFLINE_ERROR } from '../support/offline.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import {
  fillField,
  heading,
  press,
  recordChanges,
  submitRepeatedly,
  visibleText,
  waitForNoDialog,
  waitForPath,
  waitForText,
} from './pages/onPage.ts';
import {
  ageAuthentication,
  clickInDialog,
  proveIdentity,
  proveIdentityByCode,
  securityPages,
  typePasswords,
} from './pages/security.ts';
import { endSessions } from '../support/sessions.ts';

const LOGIN_WITH_RETURN = `/Login/Gatehouse?ReturnUrl=${encodeURIComponent('/SecurityDetails')}`;
const KEY = 'Nightly report';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '1000' } });
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);
const openPage = securityPages(site, browser);

interface AccountChange {
  /** Action name in the audit. */
  readonly action: string;
  readonly path: RegExp;
  readonly setUp?: (client: Client, person: MemberAccount) => Promise<unknown>;
  /** Steps before the final click. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  readonly button: string;
  readonly done: string;
  /** A form keeps what was typed when sending fails; a confirmation dialog closes. */
  readonly isTyped?: true;
}

const buttonInDialog = (name: string) => `[role="dialog"] ::-p-aria([name="${name}"][role="button"])`;
const accountChanges: Readonly<Record<string, AccountChange>> = {
  'Turning the second factor off': {
    action: 'Mfa.Disable',
    path: /^\/api\/Mfa\/Disable$/,
    setUp: enrol,
    prepare: (page) => press(page, 'Turn off'),
    button: buttonInDialog('Turn off'),
    done: 'Multi-factor authentication is off',
  },
  'Making new recovery codes': {
    action: 'Mfa.Recovery',
    path: /^\/api\/Mfa\/Recovery$/,
    setUp: enrol,
    prepare: (page) => press(page, 'New recovery codes'),
    button: buttonInDialog('New recovery codes'),
    done: 'They are shown only now.',
  },
  'Creating a key': {
    action: 'ApiKey.Create',
    path: /^\/api\/ApiKey$/,
    prepare: async (page) => {
      await press(page, 'Create key');
      await fillField(page, 'Name', KEY);
      await page.locator('[role="dialog"] fieldset input[type="checkbox"]').click();
    },
    button: buttonInDialog('Create key'),
    done: `The key "${KEY}" is ready`,
    isTyped: true,
  },
  'Changing the password': {
    action: 'ChangeDetails.ChangePassword',
    path: /^\/api\/ChangeDetails\/ChangePassword$/,
    prepare: (page) => typePasswords(page, DEMO_PASSWORD),
    button: '::-p-aria([name="Change password"][role="button"])',
    done: 'Your password has been changed.',
    isTyped: true,
  },
};

async function openFor({ setUp }: AccountChange, options: { viaHelp?: boolean } = {}) {
  const person = await unusedMember(site);
  const client = await logInAs(site, person.userName);
  await setUp?.(client, person);
  return openPage({ person, client, ...options });
}

const countSuccesses = async ({ action }: AccountChange, { userName }: MemberAccount) =>
  (await outcomes(action, userName)).filter((outcome) => outcome === 'success').length;

describe.each(Object.entries(accountChanges))('%s', (_name, change) => {
  const { prepare, button, done, path, isTyped } = change;

  test('offline shows an error and changes nothing; once connected it is done once, however often it is sent', async () => {
    const { page, person } = await openFor(change);
    browser.expectPageError(OFFLINE_ERROR);
    await goOffline(page);
    await prepare?.(page);
    await page.locator(button).click();
    await waitForText(page, 'Network error.');
    expect(await countSuccesses(change, person)).toBe(0);
    await goOnline(page);
    const sent = recordChanges(page, path);
    if (isTyped) {
      await submitRepeatedly(page, button);
    } else {
      await prepare?.(page);
      await page.locator(button).click({ count: 2 });
    }
    await waitForText(page, done);
    expect(sent).toHaveLength(1);
    expect(await countSuccesses(change, person)).toBe(1);
  });

  if (isTyped) {
    test('after the session has ended continues once the user has logged in again in the dialog', async () => {
      const { page, person } = await openFor(change);
      await prepare?.(page);
      await endSessions(site, person.userId);
      await page.locator(button).click();
      await waitForText(page, 'Your session has ended. Nothing you have typed is lost.');
      expect(await countSuccesses(change, person)).toBe(0);
      await proveIdentity(page);
      await waitForText(page, done);
      expect(await countSuccesses(change, person)).toBe(1);
    });
  } else {
    test('after the session has ended leads to the login, with ReturnUrl, and changes nothing', async () => {
      const { page, person } = await openFor(change);
      await prepare?.(page);
      await endSessions(site, person.userId);
      await page.locator(button).click();
      await heading(page, 'Log in to Gatehouse');
      await waitForPath(page, LOGIN_WITH_RETURN);
      expect(await countSuccesses(change, person)).toBe(0);
    });
  }
});

describe.each(['Making new recovery codes', 'Creating a key'])('%s', (name) => {
  test('shows the secret once: Back asks before leaving it', async () => {
    const change = accountChanges[name] as AccountChange;
    const { page } = await openFor(change, { viaHelp: true });
    await change.prepare?.(page);
    await page.locator(change.button).click();
    await waitForText(page, change.done);
    const [once = ''] = await page.$$eval('[role="dialog"] code, [role="dialog"] ol[aria-label] li', (shown) =>
      shown.map((secret) => secret.textContent),
    );
    expect(once.length).toBeGreaterThan(8);
    await page.evaluate(() => history.back());
    await waitForText(page, 'Leave without saving?');
    await clickInDialog(page, 'Stay here');
    await page.waitForFunction(() => !document.body.innerText.includes('Leave without saving?'));
    expect(await visibleText(page)).toContain(once);
    await clickInDialog(page, 'I have saved it');
    await waitForNoDialog(page);
    await page.goBack();
    await heading(page, 'Help with logging in');
    await page.goForward();
    await page.waitForSelector('#email form');
    expect(await page.content()).not.toContain(once);
  });
});

test('The second factor stays on after a failed step-up, and goes off after a successful one', async () => {
  const change = accountChanges['Turning the second factor off'] as AccountChange;
  let key = '';
  const { page, person } = await openFor({ ...change, setUp: async (client) => ({ key } = await enrol(client)) });
  await ageAuthentication(site, person);
  await resetUsedCodes(site, person.userName);
  await change.prepare?.(page);
  await page.locator(change.button).click();
  await proveIdentityByCode(page, wrongCode(key));
  await page.waitForSelector('[role="dialog"] [name="mfaCode"][aria-invalid="true"]');
  expect(await countSuccesses(change, person)).toBe(0);
  await proveIdentityByCode(page, totp(key));
  await waitForText(page, change.done);
  expect(await countSuccesses(change, person)).toBe(1);
});

test('An expired key is marked as expired and opens nothing', async () => {
  const person = await unusedMember(site);
  const client = await logInAs(site, person.userName);
  const { key } = await client.ok('ApiKey.Create', { name: KEY });
  const claims = [{ type: 'call' as const, value: 'Users.Self' }];
  await client.ok('ApiKey.CreateClaims', { body: { name: KEY, claims, expiresAt: null } });
  const callWithKey = () =>
    createClient(site).raw('/api/Users/Self', { bare: true, headers: { Authorization: `Bearer ${key}` } });
  expect((await callWithKey()).status).toBe(200);
  await site.database.query("UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE user_id = $1", [person.userId]);
  const { page } = await openPage({ person, client });
  await waitForText(page, 'Expired on');
  expect((await callWithKey()).status).toBe(401);
});

describe('The font size', () => {
  const known = (client: Client) => client.ok('Users.FontSize');
  const compact = '#display [value="compact"]';
  const shown = (page: Page, size: string) => page.waitForSelector(`html[data-font-size="${size}"]`);

  test('offline stays as it was; chosen several times at once it is set, also after Back', async () => {
    const { page, client } = await openPage({ viaHelp: true });
    browser.expectPageError(OFFLINE_ERROR);
    await goOffline(page);
    await page.locator(`#display label:has([value="compact"])`).click();
    await waitForText(page, 'Network error.');
    await shown(page, 'default');
    expect(await page.$eval(compact, (radio) => (radio as HTMLInputElement).checked)).toBe(false);
    await goOnline(page);
    await page.$eval(compact, (radio) => {
      for (let click = 0; click < 3; click += 1) (radio as HTMLElement).click();
    });
    await shown(page, 'compact');
    await eventually('the server to know', async () => (await known(client)) === 'compact');
    await page.goBack();
    await heading(page, 'Help with logging in');
    await shown(page, 'compact');
  });
});
