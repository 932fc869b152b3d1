/** A password typed into the user name field appears in neither the audit nor the log. */
import { createClient } from '../../support/client.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
const TYPED_PASSWORD = 'MySecretPassw0rd!typed';

const targets = async (action: string) =>
  (
    await site.database.query<{ target: string }>('SELECT target FROM audit_events WHERE action = $1 ORDER BY seq DESC LIMIT 3', [
      action,
    ])
  ).map(({ target }) => target);

test.each([
  ['Login.Login', (name: string) => ({ userName: name, password: 'ordinary' })],
  ['Login.ForgotPassword', (name: string) => ({ userNameOrEmail: name })],
  ['Login.ForgotUsername', (name: string) => ({ email: `${name}@example.com` })],
] as const)('%s audits an unknown name as two characters and a hash, which ignores case', async (action, body) => {
  for (const name of [TYPED_PASSWORD, `Other${TYPED_PASSWORD}`, TYPED_PASSWORD.toUpperCase()])
    await createClient(site).call(action, { body: body(name) });
  const [upperCase = '', otherName = '', original = ''] = await targets(action);
  expect(original).toMatch(/^My… #[\w-]{12}$/);
  expect(upperCase.split('#')[1]).toBe(original.split('#')[1]);
  expect(otherName).not.toBe(original);
  const { found } = await site.database.row<{ found: number }>(
    `SELECT count(*)::int AS found FROM audit_events e WHERE e::text ILIKE '%secretpassw0rd%'`,
  );
  expect(found).toBe(0);
  expect(site.output()).not.toContain(TYPED_PASSWORD);
});

test('the name of an existing account is audited in full', async () => {
  await createClient(site).call('Login.Login', { body: { userName: 'ORDINARY', password: 'wrong' } });
  expect((await targets('Login.Login'))[0]).toBe('ordinary');
});
