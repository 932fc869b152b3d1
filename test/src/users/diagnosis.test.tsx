/** The panel's answer about a login: why it fails, or remarks on one that succeeds. */
import { screen, within } from '@testing-library/react';
import { UserPanel } from '@src/features/users/panel/UserPanel.tsx';
import { addConnection } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { openScreen } from './openScreen.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
const nothing = () => undefined;

test('remarks on a user who can log in do not stand below the question why not', async () => {
  const connection = await addConnection(site, {
    kind: 'openid',
    name: 'Harbour account',
    issuer: 'https://login.harbour.example',
  });
  await connection.enable(true);
  await site.database.query(
    `INSERT INTO sso_outcomes (connection_id, at, purpose, outcome, problem, user_id, detail)
     SELECT $1, now(), 'login', 'refused', 'clock', user_id, '{"claims":{}}' FROM users WHERE user_name IN ('ordinary', 'disabled_user')`,
    [connection.connectionId],
  );
  const Panel = () => (
    <>
      <UserPanel userName="ordinary" now={Date.now()} onClose={nothing} />
      <UserPanel userName="disabled_user" now={Date.now()} onClose={nothing} />
    </>
  );
  await openScreen(site, Panel, '/', { at: '/' });
  // Until the answer is there, the question is not asked of either.
  const unable = within(await screen.findByRole('region', { name: "Why can't this user log in?" }));
  const able = within(await screen.findByRole('region', { name: "About this user's login" }));
  expect(await able.findByText('The token is not valid at this time')).toBeVisible();
  expect(able.getByText('Can log in: yes')).toBeVisible();
  expect(unable.getByText(/^Can log in: no, /)).toBeVisible();
});
