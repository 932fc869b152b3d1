/** What ends, ends: each act that takes an account out of hands, and everything that opens the account. */
import { endings, useEndings } from '../../support/accountEndings.ts';
import { DIRECTORYS, PROVIDERS } from '../../support/accountScene.ts';
import { openers } from '../../support/openers.ts';
import { expecting } from '../../support/scim/directory.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000', LIMIT_SESSIONS_PER_USER: '50' } });
const { scene, open, faultsOf } = useEndings(site);

test.each([DIRECTORYS, PROVIDERS] as const)('Before, everything opens the account, at %s', async (organisation) => {
  expect(await (await open(organisation, true)).stillOpen()).toEqual(openers);
});

test.each(Object.entries(endings).filter(([, { again = false }]) => !again))('A user who is %s', async (_what, ending) => {
  expect(await faultsOf(ending)).toEqual({ survives: [], lost: [] });
});

test('A user that the directory creates again has no role of before', async () => {
  const { directory, clients } = scene();
  const { userId, userName } = await open(DIRECTORYS, true);
  await clients.sysadmin.ok('Roles.SetUser', { userName, body: { roles: ['Member', 'Support'] } });
  const { body } = await directory.send('GET', `/Users/${userId}`);
  await expecting(204, directory.send('DELETE', `/Users/${userId}`));
  await expecting(201, directory.send('POST', '/Users', body));
  expect(await userOf(site, userId, 'roles', 'enabled')).toEqual({
    roles: [],
    enabled: true,
  });
});
