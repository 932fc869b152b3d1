/** The page at the end of a registration, opened by URL. */
import { screen } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { useServer } from '../../support/useServer.ts';
import { addressIs, openPage } from '../openPage.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

test.each([
  ['en-US', 'Create account', /^Once your account has been created/, 'Log in'],
  ['de', 'Konto erstellen', /^Sobald Ihr Konto erstellt ist/, 'Anmelden'],
] as const)('has its title and says what to do in %s', async (locale, title, text, logIn) => {
  const { user } = await openPage(site, '/RegistrationComplete', { screens, locale });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(document.title).toBe(`${title} | Gatehouse™`);
  expect(screen.getByText(text)).toBeVisible();
  await user.click(screen.getByRole('button', { name: logIn }));
  await addressIs('/Login/Gatehouse');
});
