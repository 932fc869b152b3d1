/** The second factor despite an expired pending sign-in, a lost connection, repeated sending, and Back. */
import type { Page } from 'puppeteer';
import { logInAs, totp } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { enrol, resetUsedCodes } from '../support/mfa.ts';
import { useAuditOutcomes } from '../support/auditOutcomes.ts';
import { unusedMember, type MemberAccount } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillField, heading, press, recordChanges, waitForNoDialog, waitForPath, waitForText } from './pages/onPage.ts';
import { requireMfa } from '../support/changeUser.ts';
import { userOf } from '../support/userFacts.ts';

const HOME = '/SecurityDetails';
const DEEP = '/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%23keys';

const site = useServer();
const browser = useBrowser();
const outcomes = useAuditOutcomes(site);

/** Logs in with the password, up to the MFA step. */
async function openMfaStep(
  { userName }: MemberAccount,
  greeting: string,
  path = '/Login/Gatehouse',
  width = 1280,
): Promise<Page> {
  const page = await browser.newPage({ width, height: 800 });
  const login = new LoginPage(page, site);
  await login.open(path);
  await login.logIn(userName);
  await heading(page, greeting);
  return page;
}

const count = async (sql: string, value: string) => (await site.database.row<{ count: number }>(sql, [value])).count;
const expirePendingSignIn = ({ userId }: MemberAccount) =>
  site.database.query(`UPDATE sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1 AND kind = 'pending'`, [
    userId,
  ]);

describe('A user who is asked for the second factor', () => {
  const GREETING = 'Enter your code';

  async function enrolledUser() {
    const person = await unusedMember(site);
    const { key, recoveryCodes } = await enrol(await logInAs(site, person.userName));
    await resetUsedCodes(site, person.userName);
    return { ...person, key, recoveryCodes };
  }
  type EnrolledUser = Awaited<ReturnType<typeof enrolledUser>>;

  /** Enters a code, which submits itself or is sent; resolves to what was typed. */
  const enter = {
    async code(page: Page, { key }: EnrolledUser): Promise<string> {
      const code = totp(key);
      await page.keyboard.type(code);
      return code;
    },
    async 'recovery code'(page: Page, { recoveryCodes: [code = ''] }: EnrolledUser): Promise<string> {
      await press(page, 'Use a recovery code instead');
      await fillField(page, 'Recovery code', code);
      await press(page, 'Verify');
      return code;
    },
  };
  const spent = ({ userId }: EnrolledUser) =>
    count('SELECT count(used_at)::int AS count FROM recovery_codes WHERE user_id = $1', userId);

  test.each(['code', 'recovery code'] as const)(
    'who enters a %s too late is led back to the login with the reason and what to do, and may start again',
    async (method) => {
      const person = await enrolledUser();
      const page = await openMfaStep(person, GREETING, DEEP);
      await expirePendingSignIn(person);
      await enter[method](page, person);
      await heading(page, 'Log in to Gatehouse');
      await waitForText(page, 'too much time has passed');
      await waitForPath(page, DEEP);
      expect(await spent(person)).toBe(0);
      await new LoginPage(page, site).logIn(person.userName);
      await heading(page, GREETING);
      await enter[method](page, person);
      await waitForPath(page, `${HOME}#keys`);
    },
  );

  test('who sends the code several times at once has it checked once', async () => {
    const person = await enrolledUser();
    const page = await openMfaStep(person, GREETING);
    const sent = recordChanges(page, '/api/Mfa/Login');
    const code = totp(person.key);
    await page.keyboard.type(code.slice(0, 5));
    // The sixth digit submits by itself; the clicks come on top.
    await page.evaluate((last) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way for a script to insert text like a user
      document.execCommand('insertText', false, last);
      for (let times = 0; times < 3; times += 1) document.querySelector<HTMLButtonElement>('[type="submit"]')?.click();
    }, code.slice(5));
    await heading(page, 'Security details');
    expect(sent).toHaveLength(1);
    expect(await outcomes('Mfa.Login', person.userName)).toEqual(['success']);
    expect(await userOf(site, person.userId, 'mfaFailures')).toEqual({ mfaFailures: 0 });
  });

  test('who goes Back finds the login form, Forward the code again, and after login Back leads on to the own account', async () => {
    const person = await enrolledUser();
    const page = await openMfaStep(person, GREETING);
    await page.goBack();
    await heading(page, 'Log in to Gatehouse');
    await page.goForward();
    await heading(page, GREETING);
    await enter.code(page, person);
    await heading(page, 'Security details');
    await page.goBack();
    await waitForPath(page, HOME);
    await heading(page, 'Security details');
  });
});

describe('A user who must set up the second factor', () => {
  const GREETING = 'Set up multi-factor authentication';

  async function userToEnrol(): Promise<MemberAccount> {
    const person = await unusedMember(site);
    await requireMfa(site, person.userId);
    return person;
  }
  const setupKey = (page: Page) => page.$eval('[aria-labelledby="setup-key"]', (key) => key.textContent.replaceAll(' ', ''));
  const shownCodes = (page: Page) =>
    page.$$eval('ol[aria-label="Recovery codes"] li', (codes) => codes.map((code) => code.textContent));

  test('who goes Back and Forward goes on with the same key; Back asks before leaving the codes, which are shown once', async () => {
    const page = await openMfaStep(await userToEnrol(), GREETING);
    const early = await setupKey(page);
    await page.goBack();
    await heading(page, 'Log in to Gatehouse');
    await page.goForward();
    await heading(page, GREETING);
    const key = await setupKey(page);
    expect(key).toBe(early);
    await fillField(page, 'Authentication code', totp(key));
    await heading(page, 'Recovery codes');
    const codes = await shownCodes(page);

    await page.evaluate(() => history.back());
    await waitForText(page, 'Leave without saving?');
    await press(page, 'Stay here');
    await waitForNoDialog(page);
    await waitForPath(page, '/EnrolMfa');
    expect(await shownCodes(page)).toEqual(codes);
    await page.evaluate(() => history.back());
    await waitForText(page, 'Leave without saving?');
    await press(page, 'Leave');
    await waitForPath(page, HOME);
    await heading(page, 'Security details');
  });
});

const TOAST = 'ol > li:has([role="status"], [role="alert"])';

/** Controls of the page that are at least partly covered by a toast. */
const covered = (page: Page): Promise<string[]> =>
  page.$$eval(
    '#app :is(a, button, select, input)',
    (controls, toast) => {
      const toasts = [...document.querySelectorAll(toast)].map((each) => each.getBoundingClientRect());
      return controls
        .filter((control) => control.closest(toast) === null)
        .filter((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          return toasts.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
        })
        .map(({ outerHTML }) => outerHTML);
    },
    TOAST,
  );

test.each([390, 768, 1280])('a toast on the sign-in pages, %d px wide, covers no control', async (width) => {
  const person = await unusedMember(site);
  await enrol(await logInAs(site, person.userName));
  const page = await openMfaStep(person, 'Enter your code', '/Login/Gatehouse', width);
  await expirePendingSignIn(person);
  await page.keyboard.type('123456');
  await heading(page, 'Log in to Gatehouse');
  await page.waitForSelector(TOAST);
  await page.waitForSelector('footer select');
  expect(await covered(page)).toEqual([]);
});
