/** The import page on the real server: from a file to users, and recovery from errors without losing input. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { unsavedChanges } from '@src/navigation/unsavedChanges.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { selectOption } from '../../support/selectOption.ts';
import { shownChoice } from '../../support/shownChoice.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const HEADS = 'Username;Email;First name;Last name;Organisation;Active;Employee number';
const person = (name: string, { last = 'Import', organisation = 'Harbour Mutual', active = 'yes' } = {}) =>
  `${name};${name}@import.example;Nina;${last};${organisation};${active};x-${name}`;
const csv = (...lines: string[]) => new File([[HEADS, ...lines].join('\r\n')], 'people.csv', { type: 'text/csv' });

async function open(as: DemoUser = 'sysadmin') {
  const page = await openPageAs(site, as, '/Users/Import');
  await screen.findByRole('heading', { level: 1 });
  return page;
}

const choose = async (user: UserEvent, file: File) =>
  user.upload(await screen.findByLabelText('Choose CSV file', { selector: 'input' }), file);
async function press(user: UserEvent, name: string) {
  // Busy until the organisations have loaded.
  await waitFor(() => expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-busy', 'true'));
  await user.click(screen.getByRole('button', { name }));
}
const step = (name: string) => screen.findByRole('heading', { level: 2, name });
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
const stored = (userName: string) =>
  site.database.query<{ enabled: boolean; last_name: string }>('SELECT enabled, last_name FROM users WHERE user_name = $1', [
    userName,
  ]);

async function previewed(user: UserEvent, file: File) {
  await choose(user, file);
  await step('Columns');
  await press(user, 'Check');
  await step('Preview');
}

test('imports a file after columns and preview; a second file changes users, disables them, and optionally disables missing ones', async () => {
  const { user } = await open();
  expect(await screen.findByText('Nothing has been imported yet.')).toBeVisible();
  await choose(user, csv(person('cmp_anna'), person('cmp_bela'), person('cmp_carl')));
  await step('Columns');
  await waitFor(() => expect(shownChoice('Email')).toBe('Email'));
  expect(screen.getByRole('combobox', { name: 'ID in your system' })).toHaveAccessibleDescription('For example: x-cmp_anna');
  await waitFor(() => expect(unsavedChanges.exist()).toBe(true));
  await press(user, 'Check');
  await step('Preview');
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Preview'));
  expect(await stored('cmp_anna')).toEqual([]);
  await press(user, 'Apply 3 changes');
  await step('Result');
  expect(await screen.findByRole('heading', { name: /people\.csv is imported\./ })).toBeVisible();
  expect(screen.getByText(/^3 created · 0 changed · 0 disabled · 0 unchanged/)).toBeVisible();
  expect(await screen.findByText(/^Last import: .* by sysadmin, from “CSV”: 3 created/)).toBeVisible();
  await waitFor(() => expect(unsavedChanges.exist()).toBe(false));

  await press(user, 'Choose another file');
  await previewed(user, csv(person('cmp_anna', { last: 'Newname' }), person('cmp_bela', { active: 'no' })));
  expect(rows()).toEqual(['cmp_anna ChangedLast nameImport → Newname', 'cmp_bela DisabledEnabledYes → No']);
  await user.click(screen.getByRole('button', { name: '1 Changed' }));
  expect(rows()).toEqual(['cmp_anna ChangedLast nameImport → Newname']);
  await user.click(screen.getByRole('button', { name: '1 Changed' }));
  expect(screen.getByRole('button', { name: 'Apply 2 changes' })).toHaveClass('ant-btn-dangerous');
  const missing = screen.getByRole('checkbox', {
    name: 'Also disable 1 person who came with “CSV” before and is not in this file',
  });
  expect(missing).not.toBeChecked();
  await user.click(missing);
  expect(rows().at(-1)).toBe('cmp_carl DisabledNot in the file');
  await press(user, 'Apply 3 changes');
  await step('Result');
  expect(await stored('cmp_anna')).toEqual([{ enabled: true, last_name: 'Newname' }]);
  expect(await stored('cmp_bela')).toMatchObject([{ enabled: false }]);
  expect(await stored('cmp_carl')).toMatchObject([{ enabled: false }]);
});

test('a file that changes nothing says so, and there is nothing to apply', async () => {
  const { user } = await open();
  await previewed(user, csv(person('cmp_anna', { last: 'Newname' })));
  expect(await screen.findByText('Nothing would change: everybody is as in the file.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Apply/ })).not.toBeInTheDocument();
});

test('errors are listed by line; columns can be changed, and another file chosen', async () => {
  const { user } = await open();
  await choose(
    user,
    csv(person('cmp_dora', { organisation: 'Nowhere' }), person('ordinary'), person('cmp_emil', { active: 'perhaps' })),
  );
  await press(user, 'Check');
  await step('Lines to correct');
  expect(screen.getByRole('alert')).toHaveTextContent('3 lines cannot be imported as they are');
  expect(rows()).toEqual([
    '2OrganisationNowhereThere is no organisation called “Nowhere”.',
    expect.stringMatching(/^3Usernameordinary.*belongs to another account/) as string,
    '4Activeperhaps“perhaps” says neither yes nor no. Write yes or no under Enabled.',
  ]);
  expect(screen.queryByRole('button', { name: /valid line/ })).not.toBeInTheDocument();
  await press(user, 'Change columns');
  await selectOption(user, 'Organisation', 'None: the same for everybody');
  await press(user, 'Check');
  expect(await screen.findByText('Choose the organisation that everybody belongs to')).toBeVisible();
  await press(user, 'Choose another file');
  expect(await step('File')).toBeVisible();
  expect(await stored('cmp_emil')).toEqual([]);
});

test('a cell of any length is shown by its beginning, as an example and where it is refused', async () => {
  const { user } = await open();
  const long = 'x'.repeat(20_000);
  await choose(user, csv(`${long};cmp_long@import.example;Nina;Import;Harbour Mutual;yes;1`));
  await step('Columns');
  expect(screen.getByRole('combobox', { name: 'Username' })).toHaveAccessibleDescription(`For example: ${'x'.repeat(60)}…`);
  await press(user, 'Check');
  expect(await screen.findByText(`${'x'.repeat(300)}…`)).toBeVisible();
  expect(screen.getByText('Username cannot exceed 320 characters')).toBeVisible();
  expect(document.body.textContent.length).toBeLessThan(5000);
});

test('requires the mandatory columns, focuses the first, and stores the mapping for next time', async () => {
  const { user } = await open();
  const file = () => new File(['Kennung;Adresse;Ruf;Familie\r\ncmp_fritz;fritz@import.example;Fritz;Import'], 'people.csv');
  await choose(user, file());
  await press(user, 'Check');
  expect(await screen.findByText('Choose the column with: Email')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Email' })).toHaveFocus());
  await selectOption(user, 'Email', 'Adresse');
  await selectOption(user, 'First name', 'Ruf');
  await selectOption(user, 'Last name', 'Familie');
  await selectOption(user, 'Organisation of everybody', 'Harbour Mutual');
  await press(user, 'Check');
  await step('Preview');
  await press(user, 'Change columns');
  await waitFor(() => expect(shownChoice('Organisation of everybody')).toBe('Harbour Mutual'));
  await press(user, 'Choose another file');
  await choose(user, file());
  await waitFor(() => expect(shownChoice('Email')).toBe('Adresse'));
});

test.each([
  ['empty', '', 'is empty. Choose a file with column heads and at least one person.'],
  ['heads alone', HEADS, 'has column heads but no people below them.'],
  ['broken', `${HEADS}\r\n${person('cmp_gina')};more`, 'is broken: line 2 has 8 values, but there are 7 column heads.'],
])('says what is wrong with a file: %s', async (_name, content, message) => {
  const { user } = await open();
  await choose(user, new File([content], 'people.csv'));
  expect(await screen.findByRole('alert')).toHaveTextContent(`people.csv ${message}`);
  expect(screen.getByRole('button', { name: 'Choose CSV file' })).toBeEnabled();
});

test('a file in Windows-1252 is detected, and the page says so', async () => {
  const { user } = await open();
  await choose(
    user,
    new File([new Uint8Array(Buffer.from(`${HEADS}\r\n${person('cmp_hans', { last: 'Müller' })}`, 'latin1'))], 'people.csv'),
  );
  await waitFor(() => expect(shownChoice('Encoding')).toBe('Windows-1252 (Western European)'));
  expect(screen.getByText(/^The file is not in UTF-8/)).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Last name' })).toHaveAccessibleDescription('For example: Müller');
});

test('a file whose encoding can’t be detected is read in the chosen one', async () => {
  const { user } = await open();
  const [before = '', after = ''] = person('cmp_skoda', { last: '|' }).split('|');
  await choose(
    user,
    new File([`${HEADS}\r\n${before}`, new Uint8Array([0x8a, 0x6b, 0x6f, 0x64, 0x61, 0xf8]), after], 'people.csv'),
  );
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Last name' })).toHaveAccessibleDescription('For example: Škodaø'),
  );
  await selectOption(user, 'Encoding', 'Windows-1250 (Central European)');
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Last name' })).toHaveAccessibleDescription('For example: Škodař'),
  );
  await selectOption(user, 'Encoding', 'UTF-16 (Unicode)');
  expect(await screen.findByRole('alert')).toHaveTextContent('people.csv');
  expect(screen.getByRole('combobox', { name: 'Last name' })).toBeVisible();
  await press(user, 'Check');
  await step('Preview');
});

test('a fault shows its column, the cell with what cannot be seen in it, and its line; a repeated value the line of the first', async () => {
  const { user } = await open();
  await choose(
    user,
    csv(
      '',
      person('cmp_seen', { last: 'Im\u200Bport' }),
      person('cmp_plain', { last: 'O´Brien' }),
      '',
      person('cmp_once'),
      person('cmp_once').replace('cmp_once@', 'cmp_other@').replace('x-cmp_once', 'x-cmp_other'),
    ),
  );
  await press(user, 'Check');
  await step('Lines to correct');
  expect(rows()).toEqual([
    '3Last nameIm[U+200B]portPlease enter a valid name. Last name contains a character that cannot be seen (U+200B). Delete it, or type the name anew.',
    "4Last nameO´BrienPlease enter a valid name. Last name contains “´” (U+00B4). Use “'” instead: O'Brien",
    '7Usernamecmp_once“cmp_once” is already in line 6.',
  ]);
});
