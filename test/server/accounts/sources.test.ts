/** A list is no directory: it names no source like one's, and so manages none of its users. */
import { DIRECTORYS, manage, syncRow, useAccountScene } from '../../support/accountScene.ts';
import { newMember } from '../../support/sso.ts';
import { useServer } from '../../support/useServer.ts';
import { userOf } from '../../support/userFacts.ts';

const site = useServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '10000' } });
const scene = useAccountScene(site);

const sources: readonly (readonly [string, (organisationId: string) => string])[] = [
  ['the organisation’s directory', (organisationId) => `scim:${organisationId}`],
  ['a directory in capitals', (organisationId) => `SCIM:${organisationId.toUpperCase()}`],
  ['a directory of another name', () => 'scim:x'],
  ['the prefix alone', () => 'scim:'],
  ['a directory in mixed letters', (organisationId) => `ScIm:${organisationId}`],
];

test.each(sources)('A list whose source is %s is refused, with the field, and changes nothing', async (_what, sourceOf) => {
  const { clients, organisationIds } = scene();
  const member = await newMember(site, { organisation: DIRECTORYS });
  await manage(scene(), member);
  const row = await syncRow(scene(), member.userName, { enabled: false });
  const { externalId } = await userOf(site, member.userId, 'externalId');
  for (const [dryRun, users] of [
    [false, [{ ...row, externalId: externalId! }]],
    [true, [{ ...row, externalId: externalId! }]],
    [false, []],
  ] as const) {
    const body = { source: sourceOf(organisationIds[DIRECTORYS]), dryRun, disableMissing: true, users: [...users] };
    expect(await clients.sysadmin.call('Users.Sync', { body })).toMatchObject({
      status: 400,
      problem: { code: 'Invalid', fields: { source: expect.any(String) as string } },
    });
  }
  expect(await userOf(site, member.userId, 'enabled')).toEqual({ enabled: true });
});
