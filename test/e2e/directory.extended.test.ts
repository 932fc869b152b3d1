/**
 * An organisation's directory set up by its administrator with the keyboard alone: a key is created, copied and used, roles are
 * mapped, users adopted, and the key revoked.
 */
import { useBrowser } from '../support/browser.ts';
import { logInAs } from '../support/logInAs.ts';
import { expecting, program } from '../support/scim/directory.ts';
import { useServer } from '../support/useServer.ts';
import { openByKeys, pressOn, tabTo, typeInto } from './pages/keyboard.ts';
import { heading, waitForText } from './pages/onPage.ts';
import { userOf } from '../support/userFacts.ts';

const site = useServer();
const browser = useBrowser();

test('from a first key to its end, with keys alone', async () => {
  const client = await logInAs(site, 'subadmin');
  const { organisation } = await client.ok('Users.Self');
  const page = await browser.newPage();
  const { keyboard } = page;
  const { isMouseUsed } = await openByKeys(page, client, `/Organisations/Provisioning/${organisation.publicId}`);
  await heading(page, 'Connections');
  await pressOn(page, 'Connect a directory');
  await waitForText(page, 'There is no key yet.');

  await pressOn(page, 'Create key');
  await page.waitForSelector('[role="dialog"] form');
  await typeInto(page, 'Name', 'Okta, production');
  await keyboard.press('Enter');
  await waitForText(page, 'The key is ready. Copy it now: it is shown only this once.');
  await pressOn(page, 'Copy Secret token');
  await waitForText(page, 'Copied');
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await pressOn(page, 'I have saved it');
  await waitForText(page, 'Okta, production');

  const directory = program(site, organisation.publicId, key, '');
  const userName = 'kay.board@keys.example';
  const sent = { userName, name: { givenName: 'Kay', familyName: 'Board' }, emails: [{ value: userName, type: 'work' }] };
  const { id } = await expecting(201, directory.send('POST', '/Users', sent));
  await expecting(201, directory.send('POST', '/Groups', { displayName: 'Help desk', members: [{ value: id }] }));
  await pressOn(page, 'All connections');
  await waitForText(page, 'The directory is connected and working.');
  await pressOn(page, 'Change… ( Groups )');
  await waitForText(page, 'Help desk');

  await pressOn(page, 'Change roles ( Help desk )');
  await pressOn(page, 'Support', 'Space');
  await waitForText(page, '1 person gains a role.');
  await waitForText(page, 'Kay Board (kay_board) · gains Support');
  await pressOn(page, 'Apply');
  await waitForText(page, 'The roles of the group Help desk are changed.');
  await page.waitForFunction(() => document.querySelector('[role="dialog"]') === null);
  const { roles } = await userOf(site, id, 'roles');
  expect(roles).toEqual(['Support']);

  await pressOn(page, 'All connections');
  await pressOn(page, 'Existing people');
  await pressOn(page, 'Show who would be adopted');
  const { adopted } = await client.ok('Provisioning.AdoptPreview', {
    organisationPublicId: organisation.publicId,
    knownBy: 'email',
  });
  await waitForText(page, `Let the directory manage ${String(adopted)} people`);
  await pressOn(page, `Let the directory manage ${String(adopted)} people`);
  await waitForText(page, `People now managed by the directory: ${String(adopted)}`);

  await pressOn(page, 'All connections');
  await pressOn(page, 'Change… ( Key )');
  await pressOn(page, 'Revoke ( Okta, production )');
  await page.waitForSelector('[role="dialog"] button');
  // A destructive button is never the default.
  await tabTo(page, 'Cancel');
  await pressOn(page, 'Revoke');
  await waitForText(page, 'Okta, production is revoked.');
  expect((await directory.send('GET', '/Users')).status).toBe(401);
  expect(await isMouseUsed()).toBe(false);
  expect(await page.title()).toBe('Connections of Harbour Mutual | Gatehouse™');
});
