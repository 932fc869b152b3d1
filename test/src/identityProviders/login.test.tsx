/** The login form and an organisation's own identity provider. */
import { screen, waitFor } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { addConnection, proveDomain } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';
import { visit } from '../../support/visit.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const CONTINUE = { name: "Continue with your organisation's login" };

async function open(path: string) {
  visit(site, path);
  return openPage(site, path, { screens });
}

test('An address of a proven domain is offered the login of its organisation, known or not; another one is not', async () => {
  const connection = await addConnection(site, { issuer: 'https://provider.example' });
  await connection.enable(true);
  await proveDomain(site, 'harbour.example');
  const { user } = await open('/Login');
  const field = await screen.findByLabelText('Username or email');
  await user.type(field, 'nobody@harbour.example');
  expect(screen.queryByRole('button', CONTINUE)).not.toBeInTheDocument();
  await user.tab();
  expect(await screen.findByRole('button', CONTINUE)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'nobody@elsewhere.example');
  await user.tab();
  await waitFor(() => expect(screen.queryByRole('button', CONTINUE)).not.toBeInTheDocument());
});

test('A refusal by the provider is shown without a reason', async () => {
  await open('/Login?problem=sso');
  expect(await screen.findByText('You could not be logged in that way. Try again, or ask your administrator.')).toBeVisible();
  expect(screen.getByLabelText('Username or email')).toBeVisible();
});
