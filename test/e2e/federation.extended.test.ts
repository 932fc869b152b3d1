/**
 * An organisation's SAML provider set up by its administrator with the keyboard alone: adds it, copies our values, is refused,
 * enters its settings, and enables it.
 */
import { useBrowser } from '../support/browser.ts';
import { logInAs } from '../support/logInAs.ts';
import { metadataOf } from '../support/samlAuthority.ts';
import { useServer } from '../support/useServer.ts';
import { openByKeys, pressOn, tabTo, typeInto } from './pages/keyboard.ts';
import { heading, waitForText } from './pages/onPage.ts';

const site = useServer();
const browser = useBrowser();

test('from nothing to a SAML provider that is on, with keys alone', async () => {
  const client = await logInAs(site, 'subadmin');
  const { organisation } = await client.ok('Users.Self');
  const page = await browser.newPage();
  const { keyboard } = page;
  const dialog = () => page.waitForSelector('[role="dialog"] form');
  const closed = () => page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  const { isMouseUsed } = await openByKeys(page, client, `/Organisations/Login/${organisation.publicId}`);
  await heading(page, 'Login with your identity provider');
  await waitForText(page, 'There is no identity provider yet.');

  await pressOn(page, 'Add identity provider');
  await dialog();
  await typeInto(page, 'Name', 'Harbour SAML');
  await tabTo(page, 'Protocol');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter'] as const) await keyboard.press(key);
  await pressOn(page, 'Add identity provider');
  await closed();
  await waitForText(page, 'ACS URL (reply URL)');
  await pressOn(page, 'Copy ACS URL (reply URL)');
  await waitForText(page, 'Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/sso\/saml\/[\da-f-]+\/acs$/);

  await pressOn(page, 'Settings');
  await dialog();
  await tabTo(page, 'Or its metadata as XML');
  await keyboard.sendCharacter('<EntityDescriptor>half of it');
  await pressOn(page, 'Save');
  await waitForText(page, 'This is not complete XML.');
  await tabTo(page, 'Or its metadata as XML');
  await keyboard.down('Control');
  await keyboard.press('a');
  await keyboard.up('Control');
  await keyboard.sendCharacter(metadataOf());
  await pressOn(page, 'Save');
  await closed();
  await waitForText(page, 'Valid until');

  await pressOn(page, 'Enable');
  await waitForText(page, 'Let users log in with Harbour SAML?');
  await pressOn(page, 'Enable');
  await waitForText(page, 'On: users log in with it');
  expect(await isMouseUsed()).toBe(false);
});
