/** SPEC.md point 2: the title of every route, and the redirects of users without access. */
import type { Page } from 'puppeteer';
import { logInAs, DEMO_PASSWORD } from '../support/logInAs.ts';
import { useBrowser } from '../support/browser.ts';
import { type Client, createClient } from '../support/client.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { useServer } from '../support/useServer.ts';
import { heading, waitForPath } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

/** A session with the password given and the MFA code pending. */
async function logInHalfway(userName: string): Promise<Client> {
  const client = createClient(site);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  return client;
}

type Row = readonly [address: string, english: string, german: string, path?: string];

const openToAll: readonly Row[] = [
  ['/', 'Log in', 'Anmelden', '/Login/Gatehouse'],
  ['/Login', 'Log in', 'Anmelden', '/Login/Gatehouse'],
  ['/Login/Gatehouse', 'Log in', 'Anmelden'],
  ['/Login/Gatehouse%20LS', 'Log in', 'Anmelden', '/Login/Gatehouse'],
  ['/LoginHelp', 'Log in', 'Anmelden'],
  ['/LoginRejected', 'Log in', 'Anmelden'],
  ['/NoAccess', 'No Access', 'Kein Zugriff'],
  ['/ForgottenUsername', 'Forgotten username', 'Benutzername vergessen'],
  ['/ForgottenPassword', 'Forgotten password', 'Passwort vergessen'],
  ['/ReceivedInvite', 'Create account', 'Konto erstellen'],
  ['/Users/CompleteInvite', 'Register', 'Registrieren'],
  ['/RegistrationComplete', 'Create account', 'Konto erstellen'],
  ['/ContactSupport', 'Contact Support', 'Support kontaktieren'],
];
const forPendingSignIn: readonly Row[] = [['/LoginMfa/false', 'Log in', 'Anmelden']];
const forSignedIn: readonly Row[] = [
  ['/EnrolMfa', 'Enable MFA', 'MFA einrichten'],
  ['/SecurityDetails', 'Security Details', 'Sicherheitsdetails'],
];
const forSubscriber: readonly Row[] = [
  ['/Users', 'User admin', 'Benutzerverwaltung', '/Users/List'],
  ['/Users/List/active/a', 'User admin', 'Benutzerverwaltung'],
  ['/Users/Edit/ordinary', "Edit Oliver O'Brien", "Oliver O'Brien bearbeiten"],
  ['/Users/Invite', 'Invite user', 'Benutzer einladen'],
  ['/Users/Reinvite/00000000-0000-4000-8000-000000000000', 'Resend invitation', 'Einladung erneut senden'],
];
const forSystem: readonly Row[] = [['/Users/Add', 'Add user', 'Benutzer hinzufügen']];

const visitors: readonly (readonly [who: (() => Promise<Client>) | undefined, rows: readonly Row[]])[] = [
  [undefined, openToAll],
  [() => logInHalfway('mfa_user'), forPendingSignIn],
  [() => logInAs(site, 'ordinary'), forSignedIn],
  [() => logInAs(site, 'subadmin'), forSubscriber],
  [() => logInAs(site, 'sysadmin'), forSystem],
];

/** The state that a registration leaves in the history entry of its last page. */
const fakeRegistration = () => {
  history.replaceState({ usr: { userName: 'somebody' }, key: 'registered', idx: 0 }, '');
};

async function titleAt(page: Page, [address, english, german, path = address]: Row): Promise<string> {
  await page.goto(site.url + (address === '/RegistrationComplete' ? '/LoginHelp' : address));
  if (address === '/RegistrationComplete') {
    await page.evaluate(fakeRegistration);
    await page.evaluate((to) => {
      history.replaceState(history.state, '', to);
    }, address);
    await page.reload();
  }
  await waitForPath(page, path);
  // Until the screen renders, the title is the product name alone; that of a user's page is complete once the user is loaded.
  const isComplete = (...titles: string[]) => titles.some((title) => document.title.startsWith(`${title} | `));
  await page.waitForFunction(isComplete, {}, english, german).catch(() => undefined);
  return page.title();
}

test.each(['en-US', 'de'] as const)('Every route has its title in %s, with the product and a trademark sign', async (locale) => {
  const page = await browser.newPage({ locale });
  const found: Record<string, string> = {};
  for (const [who, rows] of visitors) {
    if (who) await copySessionToPage(await who(), page);
    for (const row of rows) found[row[0]] = await titleAt(page, row);
  }
  const expected = visitors
    .flatMap(([, rows]) => rows)
    .map(([address, english, german]) => [address, `${locale === 'de' ? german : english} | Gatehouse™`]);
  expect(found).toEqual(Object.fromEntries(expected));
});

const protectedAddresses = [...forSignedIn.slice(1), ...forSubscriber, ...forSystem].map(([address]) => address);

test('An anonymous visitor is redirected from every protected route to the login, with ReturnUrl, and Back leads out again', async () => {
  const page = await browser.newPage();
  for (const address of protectedAddresses) {
    await page.goto(`${site.url}/LoginHelp`);
    await page.goto(site.url + address);
    await waitForPath(page, `/Login/Gatehouse?ReturnUrl=${encodeURIComponent(address)}`);
    await page.goBack();
    await waitForPath(page, '/LoginHelp');
  }
});

test.each([
  ['mfa_user', '/LoginMfa/false', 'Enter your code'],
  ['must_enrol', '/EnrolMfa', 'Set up multi-factor authentication'],
])(
  'A user with a pending sign-in is redirected to the server’s next step, with ReturnUrl: %s to %s',
  async (userName, next, title) => {
    const page = await browser.newPage();
    await copySessionToPage(await logInHalfway(userName), page);
    await page.goto(`${site.url}/SecurityDetails?a=1#keys`);
    await heading(page, title);
    await page.waitForNetworkIdle();
    expect(page.url()).toBe(`${site.url}${next}?ReturnUrl=${encodeURIComponent('/SecurityDetails?a=1#keys')}`);
  },
);
