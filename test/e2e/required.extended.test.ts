/**
 * An organisation that requires its identity provider, in a browser: passwords are closed, "Continue" leads there, and accounts for
 * emergencies still log in.
 */
import { randomUUID } from 'node:crypto';
import { useBrowser } from '../support/browser.ts';
import { logInAs, totp } from '../support/logInAs.ts';
import { awaitMail } from '../support/mails.ts';
import { enrol, resetUsedCodes } from '../support/mfa.ts';
import { addConnection, linkIdentity, newMember, proveDomain } from '../support/sso.ts';
import { startUpstream } from '../support/upstream.ts';
import { useServer } from '../support/useServer.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fill, fillNamed, heading, press, waitForPath, waitForText } from './pages/onPage.ts';
import { requireProvider } from '../support/organisations.ts';

const browser = useBrowser();
const site = useServer();
const ORGANISATION = 'Northgate Portfolio';
const DOMAIN = 'northgate.example';
const PASSWORD = 'Tall-ships-9';

test('A password is refused like a wrong one, the provider lets in, and an account for emergencies logs in by itself', async () => {
  await proveDomain(site, DOMAIN, ORGANISATION);
  const connection = await addConnection(site, {}, ORGANISATION);
  const upstream = await startUpstream({ redirectUris: [connection.redirectUri] });
  await connection.update({ issuer: upstream.issuer });
  await connection.enable(true);
  const member = await newMember(site, { email: `${randomUUID()}@${DOMAIN}`, organisation: ORGANISATION });
  const sub = randomUUID();
  await linkIdentity(site, {
    connectionId: connection.connectionId,
    issuer: upstream.issuer,
    sub,
    userId: member.userId,
  });
  const kept = await newMember(site, { organisation: ORGANISATION });
  const { key } = await enrol(await logInAs(site, kept.userName));
  const { administrator, organisationPublicId } = connection;
  await administrator.ok('Connections.SetBreakGlass', { organisationPublicId, userId: kept.userId, kept: true });
  await requireProvider(site, organisationPublicId);

  const page = await browser.newPage();
  const login = new LoginPage(page, site);
  await login.open();
  await login.logIn(member.userName);
  const refused = await login.alert();
  await login.open();
  await login.logIn(member.userName, 'Wrong-pass-1');
  expect(await login.alert()).toBe(refused);

  upstream.account = { sub };
  await login.open();
  await fill(page, 'input[name=userName]', member.email);
  await page.keyboard.press('Tab');
  await Promise.all([page.waitForNavigation(), press(page, "Continue with your organisation's login")]);
  await waitForPath(page, '/SecurityDetails');
  await waitForText(page, 'Linked on');

  const other = await browser.newPage();
  const emergency = new LoginPage(other, site);
  await emergency.open();
  await emergency.logIn(kept.userName);
  await other.waitForFunction(() => location.pathname.startsWith('/LoginMfa'));
  await resetUsedCodes(site, kept.userName);
  await fill(other, 'input[autocomplete="one-time-code"]', totp(key));
  await waitForPath(other, '/SecurityDetails');
  await upstream.close();
});

test('A guest who has registered reads where to log in, is led there, and gives the new password once, to link both accounts', async () => {
  const connection = await addConnection(site, {}, ORGANISATION);
  const upstream = await startUpstream({ redirectUris: [connection.redirectUri] });
  await connection.update({ issuer: upstream.issuer });
  await connection.enable(true);
  const { administrator, organisationPublicId } = connection;
  await site.database.query('UPDATE connections SET enabled = (connection_id = $1) WHERE organisation_id = $2', [
    connection.connectionId,
    organisationPublicId,
  ]);
  await requireProvider(site, organisationPublicId);
  const email = `grace@${DOMAIN}`;
  const guest = { email, firstName: 'Grace', lastName: 'Guest', roles: ['Member'], organisationPublicId };
  const { userId } = await administrator.ok('Invite.CreateUser', { body: guest });
  await administrator.ok('Invite.SendEmail', { body: { userIds: [userId] } });

  const page = await browser.newPage();
  const [invitation = ''] = (await awaitMail(site, ({ to }) => to.includes(email))).links;
  await page.goto(invitation);
  await press(page, 'Create account');
  await heading(page, 'Register');
  await fillNamed(page, 'userName', 'grace_guest');
  await fillNamed(page, 'password', PASSWORD);
  await fillNamed(page, 'confirmPassword', PASSWORD);
  await press(page, 'Register');
  await heading(page, 'Your account is ready');
  await waitForText(page, 'The first time you are asked once for this username and the password you have chosen');

  upstream.account = { sub: randomUUID(), email, email_verified: true };
  await Promise.all([page.waitForNavigation(), press(page, 'Log in')]);
  await new LoginPage(page, site).logIn('grace_guest', PASSWORD);
  await waitForPath(page, '/SecurityDetails');
  await waitForText(page, 'Linked on');
  await upstream.close();
});
