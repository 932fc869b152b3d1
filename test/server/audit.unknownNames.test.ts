/** A password typed into the field of the name: nowhere in the audit, the log or the database. */
import { createClient } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const TYPED = 'MySecretPassw0rd!typed';

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
] as const)('%s keeps two characters and a hash, the same for the same name', async (action, body) => {
  for (const name of [TYPED, `Other${TYPED}`, TYPED.toUpperCase()]) await createClient(site).call(action, { body: body(name) });
  const [upper = '', other = '', first = ''] = await targets(action);
  expect(first).toMatch(/^My… #[\w-]{12}$/);
  expect(upper.split('#')[1]).toBe(first.split('#')[1]);
  expect(other).not.toBe(first);
  const { found } = await site.database.row<{ found: number }>(
    `SELECT count(*)::int AS found FROM audit_events e WHERE e::text ILIKE '%secretpassw0rd%'`,
  );
  expect(found).toBe(0);
  expect(site.output()).not.toContain(TYPED);
});

test('the name of an existing account is kept as it is', async () => {
  await createClient(site).call('Login.Login', { body: { userName: 'ORDINARY', password: 'wrong' } });
  expect((await targets('Login.Login'))[0]).toBe('ordinary');
});
