/** The audit report by what was done, and to what. */
import { kindOfEvent } from '@api/contract/audit.events.ts';
import { objects, verbs } from '@api/contract/audit.verbs.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

test('each event is found by its verb and by its object, and by no other', async () => {
  const system = await logInAs(site, 'sysadmin');
  const total = async (query: object) => (await system.ok('Users.AuditReport', query)).total;
  const actions = await site.database.query<{ action: string; count: number }>(
    `SELECT action, count(*)::int AS count FROM audit_events GROUP BY action`,
  );
  const all = { to: '2100-01-01T00:00:00Z' };
  for (const [name, values] of [
    ['verb', verbs],
    ['object', objects],
  ] as const)
    for (const value of values) {
      const expected = actions
        .filter(({ action }) => kindOfEvent(action)?.[name] === value)
        .reduce((sum, { count }) => sum + count, 0);
      expect([value, await total({ ...all, [name]: value })]).toEqual([value, expected]);
    }
});

test('verb and object narrow each other, and the code of an older link; chart, lines and file follow', async () => {
  const harbour = await logInAs(site, 'subadmin');
  const { userName } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  await harbour.ok('Users.Enable', { userName, enabled: false });
  const query = { verb: 'switched', object: 'user', target: userName } as const;
  expect((await harbour.ok('Users.AuditReport', query)).events.map(({ action }) => action)).toEqual(['Users.Enable']);
  expect((await harbour.ok('Users.AuditReport', { ...query, grouped: true })).lines).toBe(1);
  expect((await harbour.ok('Users.AuditReport', { ...query, action: 'Users.' })).total).toBe(1);
  expect((await harbour.ok('Users.AuditReport', { ...query, action: 'Users.Unlock' })).total).toBe(0);
  expect((await harbour.ok('Users.AuditReport', { ...query, object: 'mfa' })).total).toBe(0);
  const { bars } = await harbour.ok('Users.AuditHistogram', query);
  expect(bars.success.reduce((sum, events) => sum + events, 0)).toBe(1);
  const { text } = await harbour.raw(`/api/Users/AuditReport?format=csv&verb=switched&object=user&target=${userName}`);
  expect(text.trim().split('\n')).toHaveLength(2);
  expect((await harbour.raw('/api/Users/AuditReport?verb=danced')).status).toBe(400);
});
