/** Logging in at the form, on the real server. */
import { screen, waitFor } from '@testing-library/react';
import type { Transport } from '@api/client/transport.ts';
import { screens } from '@src/app/routes.tsx';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openPage } from '../openPage.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const openForm = (path = '/Login/Gatehouse', options: Partial<Parameters<typeof openPage>[2]> = {}) =>
  openPage(site, path, { screens, ...options });

const fields = async () => ({
  userName: await screen.findByLabelText('Username or email'),
  password: screen.getByLabelText('Password'),
  logIn: screen.getByRole('button', { name: 'Log in' }),
});

test('marks missing fields and focuses the first', async () => {
  const { user } = await openForm();
  const { userName, logIn } = await fields();
  await user.click(logIn);
  expect(await screen.findByText('Username or email is required')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  expect(userName).toBeInvalid();
  expect(userName).toHaveAccessibleDescription('Username or email is required');
  await waitFor(() => expect(userName).toHaveFocus());
});

test('wrong credentials are reported above the form, which keeps what was typed', async () => {
  const { user } = await openForm();
  const { userName, password, logIn } = await fields();
  await user.type(userName, 'ordinary');
  await user.type(password, 'wrong');
  await user.click(logIn);
  expect(await screen.findByRole('alert')).toHaveTextContent('The username or password is incorrect.');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(userName).toHaveValue('ordinary');
  expect(password).toHaveValue('wrong');
  // Pressing the button must not blur the field: a validation message would move the button under the pointer.
  expect(password).toHaveFocus();
});

test('is in German throughout, server messages included', async () => {
  const { user } = await openForm('/Login/Gatehouse', { locale: 'de' });
  await user.type(await screen.findByLabelText('Benutzername oder E-Mail'), 'ordinary');
  await user.type(screen.getByLabelText('Passwort'), 'falsch');
  await user.click(screen.getByRole('button', { name: 'Anmelden' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Benutzername oder .*Passwort/);
});

test('is submitted once, however often it is clicked', async () => {
  const sent: string[] = [];
  const released = Promise.withResolvers<undefined>();
  const slow = (own: Transport): Transport => ({
    ...own,
    fetch: async (url, init) => {
      if (init.method === 'POST') {
        sent.push(url);
        await released.promise;
      }
      return own.fetch(url, init);
    },
  });
  const { user } = await openForm('/Login/Gatehouse', { transport: slow });
  const { userName, password, logIn } = await fields();
  await user.type(userName, 'nobody');
  await user.type(password, 'x');
  await user.click(logIn);
  await waitFor(() => expect(logIn).toHaveAttribute('aria-busy', 'true'));
  await user.click(logIn);
  await user.type(password, '{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  released.resolve(undefined);
  await screen.findByRole('alert');
  expect(logIn).not.toHaveAttribute('aria-busy');
});

test('offline: says so at once, keeps everything, and continues with "Try again"', async () => {
  let isOffline = true;
  const flaky = (own: Transport): Transport => ({
    ...own,
    fetch: (url, init) => (isOffline && init.method === 'POST' ? Promise.reject(new TypeError('offline')) : own.fetch(url, init)),
  });
  const { user } = await openForm('/Login/Gatehouse', { transport: flaky });
  const { userName, password, logIn } = await fields();
  await user.type(userName, 'ordinary');
  await user.type(password, 'Demo-pass-1');
  await user.click(logIn);
  expect(await screen.findByRole('alert')).toHaveTextContent('Network error.');
  expect(password).toHaveValue('Demo-pass-1');
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await addressIs('/SecurityDetails');
});

test('a locked account shows why and for how long, and where the login was to lead is kept', async () => {
  const { user } = await openForm('/Login/Gatehouse?ReturnUrl=%2Foidc%2Finteraction%2F1');
  const { userName, password, logIn } = await fields();
  await user.type(userName, 'locked_user');
  await user.type(password, 'Demo-pass-1');
  await user.click(logIn);
  expect(await screen.findByRole('heading', { name: "You can't log in" })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(/locked until (tomorrow, )?\d+:\d\d [AP]M, because/);
  expect(screen.getByText(/^L-\d{8}-\d{6}$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toMatch(
    /^\/ContactSupport\?about=login&reference=L-/,
  );
  for (const name of ['Back to log in', 'Choose a new password', 'Contact support'])
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      expect.stringContaining('ReturnUrl=%2Foidc%2Finteraction%2F1'),
    );
});

test.each([
  ["locked_until = now() + '23 hours 39 minutes'", /^This account is locked until (tomorrow, )?\d+:\d\d [AP]M, because/],
  ["locked_until = now() + '59 minutes'", /^This account is locked for another 59 minutes, because/],
  ["locked_until = now() + '100 years'", /^This account is locked until an administrator unlocks it, because/],
  ['enabled = false', /^This account has been disabled by an administrator\.$/],
  [
    'organisation_id = (SELECT organisation_id FROM organisations WHERE NOT approved LIMIT 1)',
    /^This account has not been approved yet\.$/,
  ],
])('an account with %s tells why it can’t log in, and until when', async (state, text) => {
  const { userId, userName: name } = await unusedMember(site);
  await site.database.query(`UPDATE users SET ${state} WHERE user_id = $1`, [userId]);
  const { user } = await openForm();
  const { userName, password, logIn } = await fields();
  await user.type(userName, name);
  await user.type(password, 'Demo-pass-1');
  await user.click(logIn);
  expect(await screen.findByRole('heading', { name: "You can't log in" })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

test('leads to the second factor and keeps the return URL', async () => {
  const { user } = await openForm('/Login/Gatehouse?ReturnUrl=%2FSecurityDetails%3Fa%3D1%23b');
  const { userName, password, logIn } = await fields();
  await user.type(userName, 'mfa_user');
  await user.type(password, 'Demo-pass-1');
  await user.click(screen.getByRole('checkbox', { name: 'Keep me logged in' }));
  await user.click(logIn);
  await addressIs('/LoginMfa/true?ReturnUrl=/SecurityDetails?a=1#b');
});

test('the password is shown only on request', async () => {
  const { user } = await openForm();
  const { password } = await fields();
  expect(password).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(password).toHaveAttribute('type', 'password');
});

test('a hint is shown while Caps Lock is on', async () => {
  const { user } = await openForm();
  const { password } = await fields();
  await user.click(password);
  await user.keyboard('{CapsLock}a');
  expect(await screen.findByText('Caps Lock is on')).toBeVisible();
  expect(password).toHaveAccessibleDescription('Caps Lock is on');
  await user.keyboard('{CapsLock}b');
  await waitFor(() => expect(screen.queryByText('Caps Lock is on')).not.toBeInTheDocument());
});

test('the document title names the page and the product', async () => {
  await openForm('/Login/Gatehouse', { config: { productName: 'Portal' } });
  await fields();
  expect(document.title).toBe('Log in | Portal™');
});

describe('an application that does not exist', () => {
  const applications = [
    { applicationName: 'Gatehouse', displayName: 'Gatehouse' },
    { applicationName: 'Claims', displayName: 'Claims desk' },
  ];
  const unknown = () => screen.findByRole('heading', { level: 1, name: 'There is no such application' });

  test.each(['Foo', 'Gatehouse%20LSX', '%3Cb%3Ebold%3C%2Fb%3E', 'Claims%20', 'Gatehouse LS LS', 'null'])(
    '%s: the page says so without its name, and offers the default',
    async (name) => {
      const { user } = await openForm(`/Login/${name}?ReturnUrl=%2FOverview`, { config: { applications } });
      await unknown();
      expect(document.body).not.toHaveTextContent(/Foo|bold|LSX/);
      expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'All applications' })).toHaveAttribute('href', '/Login?ReturnUrl=%2FOverview');
      await user.click(screen.getByRole('link', { name: 'Log in to Gatehouse' }));
      await addressIs('/Login/Gatehouse?ReturnUrl=/Overview');
      await screen.findByLabelText('Password');
    },
  );

  test('of the same name in other letters is that one, and the legacy name is the default', async () => {
    await openForm('/Login/cLAIMS', { config: { applications } });
    await addressIs('/Login/Claims');
    document.body.replaceChildren();
    await openForm('/Login/Gatehouse%20LS', { config: { applications } });
    await addressIs('/Login/Gatehouse');
  });
});
