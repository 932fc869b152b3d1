/** Moving in on the screen: each step says what it does, a refused file stays chosen, and nothing is done before the start. */
import { screen, waitFor, within } from '@testing-library/react';
import { keycloakRealm } from '../../support/foreignFiles.ts';
import { awaitImport, moveIn, peopleOf, readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { openOption, selectOption } from '../../support/selectOption.ts';
import { useServer } from '../../support/useServer.ts';
import { tableWorkbook } from '../../support/workbook.ts';
import { openPageAs } from '../openPageAs.tsx';
import { organisationIdOf, requireFourEyes } from '../../support/organisations.ts';
import { users } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer({ env: { SECRET_KEY: 'movein-movein-movein-movein-movein-movein' } });

// What writes the workbook asks for it; the page's environment has none.
beforeAll(() => {
  globalThis.setImmediate = ((work: () => void) => setTimeout(work)) as unknown as typeof setImmediate;
});

const harbour = () => organisationIdOf(site, 'Harbour Mutual');
const countUsers = async () => (await users(site, {})).length;
const choose = () => screen.findByLabelText('Choose file', { selector: 'input' });

test('a realm is chosen, mapped, looked at, and brought; before the start nobody has been changed', async () => {
  const before = await countUsers();
  const { user, client } = await openPageAs(site, 'sysadmin', '/Users/MoveIn');
  await screen.findByRole('heading', { level: 1, name: 'Move in from another system' });
  expect(await screen.findByText('Nothing has been read yet.')).toBeVisible();
  await user.upload(await choose(), new File([keycloakRealm()], 'realm.json'));
  expect(await screen.findByText('Former roles and groups without a role of this name here')).toBeVisible();
  // An administrative role is no choice.
  await user.click(screen.getByRole('combobox', { name: '/staff/sales' }));
  expect(await openOption('Support')).toBeInTheDocument();
  expect(screen.queryByTitle(/administrator/i)).toBeNull();
  await user.keyboard('{Escape}');
  await selectOption(user, 'Organisation of people for whom nothing else says one', 'Harbour Mutual');
  await user.click(screen.getByRole('button', { name: 'Show what comes' }));
  expect(await screen.findByRole('button', { name: 'Bring 8 people' })).toBeEnabled();
  expect(screen.getByText('An administrative role is left out')).toBeVisible();
  expect(await countUsers()).toBe(before);

  await user.click(screen.getByRole('button', { name: 'Bring 8 people' }));
  expect(await screen.findByRole('heading', { name: '8 people have come.' }, { timeout: 20_000 })).toBeVisible();
  expect(await countUsers()).toBe(before + 8);
  await user.click(screen.getByRole('button', { name: 'Undo import' }));
  const question = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
  await user.click(question.getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('8 people are gone again.', {}, { timeout: 20_000 })).toBeVisible();
  expect(await client.ok('Imports.List')).toMatchObject([{ state: 'undone' }]);
});

test('of a workbook the sheet is named, and passkeys of Keycloak ask for their domain', async () => {
  const { user } = await openPageAs(site, 'sysadmin', '/Users/MoveIn');
  const workbook = await tableWorkbook([
    ['email', 'login'],
    ['sheet@moved.example', 'sheet_one'],
  ]);
  await user.upload(await choose(), new File([new Uint8Array(workbook)], 'people.xlsx'));
  expect(await screen.findByText('Sheet')).toBeVisible();
  expect(screen.getByText('People')).toBeVisible();
  const domain = 'Passkeys of the former system were made for the domain';
  expect(screen.queryByRole('textbox', { name: domain })).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Choose another file' }));
  await user.upload(await choose(), new File([keycloakRealm()], 'realm.json'));
  const field = await screen.findByRole('textbox', { name: domain });
  await user.type(field, 'login.former.example');
  await selectOption(user, 'Organisation of people for whom nothing else says one', 'Harbour Mutual');
  await user.click(screen.getByRole('button', { name: 'Show what comes' }));
  expect(await screen.findByText(/A passkey is left out: it was made for another domain/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Change mapping' }));
  expect(await screen.findByRole('textbox', { name: domain })).toHaveValue('login.former.example');
});

test('a workbook of another kind is refused with the way out, and the file stays chosen', async () => {
  const { user, client } = await openPageAs(site, 'sysadmin', '/Users/MoveIn');
  const before = await client.ok('Imports.List');
  await screen.findByRole('heading', { level: 1 });
  await user.upload(await choose(), new File([Buffer.from('d0cf11e0a1b11ae10000', 'hex')], 'people.csv'));
  expect(
    await screen.findByText(/^This is a workbook of a kind that cannot be read here, or one with a password\./),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Read people.csv again' })).toBeVisible();
  expect(await client.ok('Imports.List')).toEqual(before);
});

test('an import that is not there any more says so, and leads back', async () => {
  await openPageAs(site, 'sysadmin', `/Users/MoveIn/${crypto.randomUUID()}`);
  expect(await screen.findByText('This import is not there any more.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All imports' })).toHaveAttribute('href', '/Users/MoveIn');
});

test('an administrator of one organisation does not get there', async () => {
  await openPageAs(site, 'subadmin', '/Users/MoveIn');
  await waitFor(() => {
    expect(location.pathname).toBe('/NoAccess');
  });
});

test('a choice that another administrator has made impossible is refused in place', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  const { importId } = await readForeignFile(sysadmin, 'email,login\nlate@moved.example,late_one\n');
  const { user } = await openPageAs(site, 'sysadmin', `/Users/MoveIn/${importId}`);
  const judge = await screen.findByRole('button', { name: 'Show what comes' });
  await sysadmin.ok('Imports.Cancel', { importId });
  await user.click(judge);
  expect(await screen.findByRole('alert')).toBeVisible();
});

test('where it takes two, the undo asks for a reason, and the dialog closes once another administrator is asked', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  const importId = await moveIn(sysadmin, peopleOf('two_eyes', 21), await harbour());
  await requireFourEyes(site, 'Harbour Mutual');
  const { user } = await openPageAs(site, 'sysadmin', `/Users/MoveIn/${importId}`);
  await user.click(await screen.findByRole('button', { name: 'Undo import' }));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Undo this import?' })).getByRole('button', { name: 'Undo import' }),
  );
  const why = within(await screen.findByRole('dialog', { name: 'Ask for approval' }));
  await user.type(why.getByRole('textbox', { name: /^Reason/ }), 'The wrong file');
  await user.click(why.getByRole('button', { name: 'Ask for approval' }));
  expect(await screen.findByText(/^Asked\. This needs two administrators/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await awaitImport(sysadmin, importId, 'done');
});
