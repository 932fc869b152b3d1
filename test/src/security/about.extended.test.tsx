/** One's own name and title, on the real server. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember, type MemberAccount } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

async function open(
  { userName }: Pick<MemberAccount, 'userName'>,
  options: Parameters<typeof openPageAs>[3] = {},
  path = '/SecurityDetails',
) {
  const page = await openPageAs(site, userName, path, options);
  const section = within(await screen.findByRole('region', { name: options.locale === 'de' ? 'Über Sie' : 'About you' }));
  await section.findByRole('button');
  return { ...page, section };
}

type Page = Awaited<ReturnType<typeof open>>;

async function type({ user, section }: Page, label: string, text: string) {
  const field = section.getByRole('textbox', { name: label });
  await user.clear(field);
  if (text !== '') await user.type(field, text);
}
const save = async ({ user, section }: Page) => user.click(section.getByRole('button', { name: 'Save details' }));
const stored = async ({ userName }: MemberAccount) => {
  const { firstName, lastName, title } = await (await logInAs(site, 'sysadmin')).ok('Users.User', { userName });
  return { firstName, lastName, title };
};

test('is the first section, with an anchor of its own', async () => {
  await open(await unusedMember(site));
  const [first] = screen.getAllByRole('heading', { level: 2 });
  expect(first).toHaveTextContent('About you');
  const index = within(screen.getByRole('navigation', { name: 'Security details' })).getAllByRole('link');
  expect(index[0]).toHaveAttribute('href', '#about');
  expect(document.getElementById('about')).toBe(screen.getByRole('region', { name: 'About you' }));
});

test('is saved, and the bar shows the new name at once', async () => {
  const person = await unusedMember(site);
  const page = await open(person);
  await type(page, 'First name', ' Ada ');
  await type(page, 'Last name', 'Lovelace');
  await type(page, 'Title', 'Countess');
  await save(page);
  expect(await screen.findByText('Your details have been saved.')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('banner')[0]).toHaveTextContent('Ada Lovelace'));
  expect(await stored(person)).toEqual({ firstName: 'Ada', lastName: 'Lovelace', title: 'Countess' });
  await type(page, 'Title', '');
  await save(page);
  await waitFor(async () => expect(await stored(person)).toMatchObject({ title: null }));
});

test('is what the browser offers for these fields: the title is that of the job, not a form of address', async () => {
  const { section } = await open(await unusedMember(site));
  const offered = ['First name', 'Last name', 'Title'].map((name) =>
    section.getByRole('textbox', { name }).getAttribute('autocomplete'),
  );
  expect(offered).toEqual(['given-name', 'family-name', 'organization-title']);
});

test('shows the month in which the account was created', async () => {
  const person = await unusedMember(site);
  await site.database.query("UPDATE users SET created_at = '2024-03-15' WHERE user_name = $1", [person.userName]);
  const english = await open(person);
  expect(english.section.getByText('You have had this account since March 2024.')).toBeVisible();
  cleanup();
  const german = await open(person, { locale: 'de' });
  expect(german.section.getByText('Sie haben dieses Konto seit März 2024.')).toBeVisible();
});

test('requires both names, of valid characters', async () => {
  const page = await open(await unusedMember(site));
  await type(page, 'First name', '');
  await type(page, 'Last name', '<b>');
  await save(page);
  expect(await page.section.findByText('First name is required')).toBeVisible();
  expect(page.section.getByText(/^Please enter a valid name\. .* contains “/)).toBeVisible();
  await waitFor(() => expect(page.section.getByRole('textbox', { name: 'First name' })).toHaveFocus());
});

test('is not silently overwritten if an administrator changed it meanwhile, and nothing typed is lost', async () => {
  const person = await unusedMember(site);
  const page = await open(person);
  await type(page, 'First name', 'Ada');
  const admin = await logInAs(site, 'sysadmin');
  const { version } = await admin.ok('Users.User', { userName: person.userName });
  await admin.ok('Users.Patch', {
    userName: person.userName,
    body: { version, firstName: 'Augusta', lastName: 'Byron', title: 'Lady' },
  });
  await save(page);
  const alert = await page.section.findByRole('alert');
  expect(alert).toHaveTextContent(
    'Your details have been changed meanwhile, to: Lady Augusta Byron. What you have entered is kept.',
  );
  expect(page.section.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada');
  expect(await stored(person)).toMatchObject({ firstName: 'Augusta' });
  await save(page);
  expect(await screen.findByText('Your details have been saved.')).toBeVisible();
  expect(await stored(person)).toMatchObject({ firstName: 'Ada' });
});

test('may be changed by an impersonating administrator, as the policy allows', async () => {
  const person = await unusedMember(site);
  const page = await open(
    { userName: 'sysadmin' },
    { before: (client) => client.ok('Users.Impersonate', { userName: person.userName }) },
  );
  await type(page, 'Last name', 'Noether');
  await save(page);
  expect(await screen.findByText('Your details have been saved.')).toBeVisible();
  expect(await stored(person)).toMatchObject({ lastName: 'Noether' });
});

test('is in German', async () => {
  const { section } = await open(await unusedMember(site), { locale: 'de' });
  for (const label of ['Vorname', 'Nachname', 'Position']) expect(section.getByRole('textbox', { name: label })).toBeVisible();
});
