/** The settings of the installation on the screen: who set what, what a value would change, and what is refused. */
import { screen, waitFor, within } from '@testing-library/react';
import { type SettingName, settingNames, type SettingValue } from '@api/contract/systemSettings.registry.ts';
import { logInAs, type DemoUser } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { forgetOperations } from '../../support/operations.ts';
import { requireFourEyes, requireFourEyesOfNobody } from '../../support/organisations.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer({ env: { LIMIT_TICKETS_PER_ADDRESS: '33' } });

afterEach(async () => {
  const client = await logInAs(site, 'system_only');
  for (const { name, source } of await client.ok('Settings.List')) if (source === 'administrator') await set(client, name, null);
  await requireFourEyesOfNobody(site);
});

async function set(client: Client, name: SettingName, value: SettingValue) {
  const { version } = (await client.ok('Settings.List')).find((setting) => setting.name === name)!;
  await client.ok('Settings.Update', { name, body: { value, version } });
}

async function open(as: DemoUser = 'sysadmin', before?: (client: Client) => Promise<unknown>) {
  const page = await openPageAs(site, as, '/Settings', before ? { before } : {});
  await screen.findByRole('heading', { level: 2, name: 'Sessions' });
  return page;
}
const row = (name: string) => within(screen.getByRole('listitem', { name }));
const IDLE = 'Idle time until logout';

test('each says what it does, its value with its unit, and who set it; what the environment sets can’t be changed here', async () => {
  const other = await logInAs(site, 'system_only');
  await set(other, 'sessionHours', 8);
  await open();
  expect(screen.getAllByRole('button', { name: /^Change: / })).toHaveLength(settingNames.length);
  expect(row(IDLE).getByText('30 minutes')).toBeVisible();
  expect(row(IDLE).getByText('Default')).toBeVisible();
  expect(row('Longest session').getByText('8 hours')).toBeVisible();
  expect(row('Longest session').getByText(/^Set by .+, less than a minute ago$/)).toBeVisible();
  const fixed = row('Support tickets of an address');
  expect(fixed.getByText('33 tickets')).toBeVisible();
  expect(fixed.getByText(/^Set by the environment: LIMIT_TICKETS_PER_ADDRESS\./)).toBeVisible();
  expect(fixed.getByRole('button')).toBeDisabled();
});

test('while a value is typed, the page tells what it would change; saved, the focus is on the button again', async () => {
  const { user, client } = await open();
  await user.click(row(IDLE).getByRole('button', { name: `Change: ${IDLE}` }));
  const field = row(IDLE).getByRole('textbox', { name: 'New value' });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, '20');
  const preview = within(await row(IDLE).findByRole('region', { name: 'What it would change' }));
  expect(await preview.findByText(/sessions? ends? sooner\.$/)).toBeVisible();
  await user.click(row(IDLE).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(`${IDLE}: 20 minutes`)).toBeVisible();
  expect(row(IDLE).getByRole('button', { name: `Change: ${IDLE}` })).toHaveFocus();
  expect(await row(IDLE).findByText('20 minutes')).toBeVisible();
  expect((await client.ok('Settings.List')).find(({ name }) => name === 'sessionIdleMinutes')?.value).toBe(20);

  await user.click(row(IDLE).getByRole('button', { name: `Change: ${IDLE}` }));
  await user.click(row(IDLE).getByRole('button', { name: 'Back to the default' }));
  await user.click(row(IDLE).getByRole('button', { name: 'Save' }));
  expect(await row(IDLE).findByText('Default')).toBeVisible();
});

test.each([
  ['sessions', IDLE, '3', /whole number from 5 to 480/],
  ['sessions', IDLE, 'soon', /whole number from 5 to 480/],
  ['mail', 'Support address', 'help@', /valid email address/],
])('%s: %s can’t be “%s”, and what was typed stays', async (_section, name, typed, message) => {
  const { user } = await open();
  await user.click(row(name).getByRole('button', { name: `Change: ${name}` }));
  const field = row(name).getByRole('textbox', { name: 'New value' });
  await user.clear(field);
  await user.type(field, typed);
  await user.click(row(name).getByRole('button', { name: 'Save' }));
  expect(await row(name).findByText(message)).toBeVisible();
  expect(field).toHaveValue(typed);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(row(name).queryByRole('textbox')).not.toBeInTheDocument());
  expect(row(name).getByRole('button', { name: `Change: ${name}` })).toHaveFocus();
});

test('a mail with the text is shown before it is saved', async () => {
  const { user } = await open();
  const name = 'Text below each mail';
  await user.click(row(name).getByRole('button', { name: `Change: ${name}` }));
  await user.type(row(name).getByRole('textbox', { name: 'New value' }), 'Harbour Mutual <Bergen>');
  expect(await row(name).findByText(/Harbour Mutual <Bergen>/, { selector: 'pre' })).toBeVisible();
});

test('where somebody else has changed it meanwhile, nothing is overwritten unseen', async () => {
  const { user } = await open();
  await user.click(row(IDLE).getByRole('button', { name: `Change: ${IDLE}` }));
  await set(await logInAs(site, 'system_only'), 'sessionIdleMinutes', 15);
  const field = row(IDLE).getByRole('textbox', { name: 'New value' });
  await user.clear(field);
  await user.type(field, '25');
  await user.click(row(IDLE).getByRole('button', { name: 'Save' }));
  expect(await row(IDLE).findByText(/^Somebody else has saved changes/)).toBeVisible();
  expect(await row(IDLE).findByText('15 minutes')).toBeVisible();
  expect(field).toHaveValue('25');
  await user.click(row(IDLE).getByRole('button', { name: 'Save' }));
  expect(await row(IDLE).findByText('25 minutes')).toBeVisible();
});

test('what protects less asks for the reason, waits, and shows the approver both values', async () => {
  await requireFourEyes(site, 'Harbour Mutual');
  const { user } = await open();
  await user.click(row(IDLE).getByRole('button', { name: `Change: ${IDLE}` }));
  const field = row(IDLE).getByRole('textbox', { name: 'New value' });
  await user.clear(field);
  await user.type(field, '90');
  expect(await row(IDLE).findByText(/^It needs another system administrator/)).toBeVisible();
  await user.click(row(IDLE).getByRole('button', { name: 'Save' }));
  const why = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  await user.type(why.getByRole('textbox', { name: /^Reason/ }), 'Night shift');
  await user.click(why.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText(/^Asked\. This needs two administrators/)).toBeVisible();
  expect(row(IDLE).getByText('30 minutes')).toBeVisible();
});

test('the approver reads the setting with its present and its new value', async () => {
  await requireFourEyes(site, 'Harbour Mutual');
  await forgetOperations(site);
  const client = await logInAs(site, 'system_only');
  await client.call('Settings.Update', {
    name: 'sessionIdleMinutes',
    body: { value: 120, version: await versionOf(client) },
    reason: 'Why',
  });
  await openPageAs(site, 'sysadmin', '/Approvals');
  expect(await screen.findByRole('heading', { level: 3, name: 'Change a setting of the installation' })).toBeVisible();
  expect(screen.getByRole('row', { name: new RegExp(`^${IDLE}.*30 minutes.*120 minutes`) })).toBeVisible();
});

const versionOf = async (client: Client) =>
  (await client.ok('Settings.List')).find(({ name }) => name === 'sessionIdleMinutes')!.version;

test('the account menu of system administrators leads there', async () => {
  const { user } = await openPageAs(site, 'sysadmin', '/Organisations');
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
  expect(await screen.findByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/Settings');
});
