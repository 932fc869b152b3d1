/** The name by which others see a user is the same from the database as from the contract, with and without placeholders. */
import { displayName, fullName } from '../../../api/contract/displayName.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer();

const names: readonly (readonly [firstName: string, lastName: string, shown: string])[] = [
  ['Ada', 'Lovelace', 'Ada Lovelace'],
  ['Ada', '-', 'Ada'],
  ['-', 'Lovelace', 'Lovelace'],
  ['-', '-', ''],
  ['Mary Ann', '-', 'Mary Ann'],
  ['Jean-Luc', 'Smith-Jones', 'Jean-Luc Smith-Jones'],
  ['Ada', '--', 'Ada --'],
  ['', 'Lovelace', 'Lovelace'],
  ['Ada', '', 'Ada'],
];

interface Stored {
  readonly display_name: string;
  readonly key: string;
  readonly expected_key: string;
}

const store = (userId: string, firstName: string, lastName: string, shown: string) =>
  site.database.row<Stored>(
    `UPDATE users SET first_name = $2, last_name = $3 WHERE user_id = $1
     RETURNING display_name, shown_name_key AS key, fold($4) AS expected_key`,
    [userId, firstName, lastName, shown],
  );

test.each(names)('%p and %p', async (firstName, lastName, shown) => {
  const { userId, userName } = await unusedMember(site);
  expect(fullName({ firstName, lastName })).toBe(shown);
  const stored = await store(userId, firstName, lastName, shown);
  expect(stored.display_name).toBe(shown || userName);
  expect(stored.display_name).toBe(displayName({ userName, firstName, lastName }));
  expect(stored.key).toBe(stored.expected_key);
});

test('an invited user without names is shown by the address', async () => {
  const sysadmin = await logInAs(site, 'sysadmin');
  const { organisation } = await sysadmin.ok('Users.Self');
  const email = 'nameless@example.com';
  const { userId } = await sysadmin.ok('Invite.CreateUser', {
    body: { email, firstName: '-', lastName: '-', roles: ['Member'], organisationPublicId: organisation.publicId },
  });
  expect(await userOf(site, userId, 'displayName')).toEqual({ displayName: email });
});

test('an administrator without a last name has no placeholder where others read the name', async () => {
  const { userName } = await unusedMember(site);
  const sysadmin = await logInAs(site, 'sysadmin');
  const { version } = await sysadmin.ok('Users.User', { userName });
  await sysadmin.ok('Users.Patch', { userName, body: { version, firstName: 'Ada', lastName: '-' } });
  const client = await logInAs(site, userName);
  expect(await client.ok('Login.Check')).toMatchObject({ displayName: 'Ada' });
});
