/** Hostile bodies, paths and filters; many changes of one group at once; a server that is killed in the middle of a run. */
import { randomInt, randomUUID } from 'node:crypto';
import { connectDirectory, expecting, filterOf, type DirectoryProgram, type Resource } from '../../support/scim/directory.ts';
import { scaled } from '../../support/scale.ts';
import { startServerProcess } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let directory: DirectoryProgram;
beforeAll(async () => {
  directory = await connectDirectory(site);
});

const person = (name: string) => ({
  userName: `${name}@faults.example`,
  name: { givenName: 'Fay', familyName: 'Fault' },
  emails: [{ value: `${name}@faults.example`, type: 'work' }],
});
const join = (name: string): Promise<Resource> => expecting(201, directory.send('POST', '/Users', person(name)));

const nested = (depth: number): string => (depth === 0 ? '1' : `{"a":${nested(depth - 1)}}`);
const values = [
  'null', 'true', '0', '-1', '1e308', '""', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"😀"', `"${'x'.repeat(5000)}"`, '[]', '{}', '[null]',
  '[[[]]]', '[{"value":null}]', '[{"value":{"value":1}}]', '{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}',
  nested(40), `[${'1,'.repeat(2000)}1]`, '"__proto__"', '"\' OR 1=1 --"',
]; // prettier-ignore
const paths = [
  '__proto__', '__proto__.polluted', 'constructor.prototype.polluted', 'name.__proto__', 'emails[__proto__ eq "x"].polluted', 'emails', 'active',
  'name.givenName', 'emails[type eq "work"].value', 'emails[', 'emails[]', 'a.b.c.d', '', ' ', 'urn:ietf:params:scim:schemas:core:2.0:User:__proto__',
  'urn:x:__proto__:polluted', `members[${'('.repeat(400)}`, 'members[value eq "x" or value eq "y"]', 'x'.repeat(3000), '[value eq 1]', 'userName', 'id', 'meta.version',
]; // prettier-ignore
const pieces = ['userName', 'externalId', 'emails[type eq "work"].value', 'eq', 'ne', 'co', 'sw', 'gt', 'pr', 'and', 'or', 'not', '(', ')', '[', ']', '"x"', 'true', '1', 'null', '"', '\\', '__proto__', '%', '\u0000', 'meta.created', '"2026-13-99"', 'active']; // prettier-ignore
const any = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;
const bodyOf = () =>
  any([
    () =>
      `{"Operations":[{"op":${any(['"add"', '"Replace"', '"remove"', any(values)])},"path":${JSON.stringify(any(paths))},"value":${any(values)}}]}`,
    () => `{"Operations":[{"op":"replace","value":{${JSON.stringify(any(paths))}:${any(values)}}}]}`,
    () =>
      `{"userName":${any(values)},"active":${any(values)},"emails":${any(values)},"name":${any(values)},"members":${any(values)},"displayName":${any(values)}}`,
    () => `{"Operations":${any(values)}}`,
    () => any(values),
    () => '{"a":',
  ])();

test('No body, path or filter is a fault of the server, takes long, or changes what an object is', async () => {
  const { id } = await join('target');
  const group = await expecting(201, directory.send('POST', '/Groups', { displayName: 'Target', members: [{ value: id }] }));
  const calls = scaled(600, 5000);
  const worst = { status: 0, what: '' };
  let next = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (next < calls) {
        next += 1;
        const filter = Array.from({ length: randomInt(1, 12) }, () => any(pieces)).join(' ');
        const body = bodyOf();
        const [method, path, sent] = any([
          ['PATCH', `/Users/${id}`, body],
          ['PUT', `/Users/${id}`, body],
          ['POST', '/Users', body],
          ['PATCH', `/Groups/${group.id}`, body],
          ['POST', '/Groups', body],
          [
            'GET',
            `/Users?${filterOf(filter)}&startIndex=${any(['-1', 'x', '999999999', '1e9'])}&count=${any(['0', '-5', '1', 'x'])}`,
          ],
          ['GET', `/Groups?${filterOf(filter)}`],
          ['GET', `/Users/${encodeURIComponent(any(paths))}`],
        ] as const);
        const { status } = await directory.send(method, path, sent);
        if (status > worst.status) Object.assign(worst, { status, what: `${method} ${path} ${sent ?? ''}`.slice(0, 500) });
      }
    }),
  );
  expect({ ...worst, isFault: worst.status >= 500 }).toMatchObject({ isFault: false });
  const { body } = await directory.send('GET', '/ServiceProviderConfig');
  expect((body as unknown as { polluted?: boolean }).polluted).toBeUndefined();
  const stored = await site.database.query(`SELECT FROM scim_users WHERE attributes::text ~ '"__proto__"\\s*:'`);
  expect(stored).toEqual([]);
});

test('Twenty-five times twenty concurrent patches of one group lose no member', async () => {
  const rounds = scaled(5, 25);
  const people: Resource[] = [];
  for (let index = 0; index < 20; index += 1) people.push(await join(`many.${index}`));
  const ids = people.map(({ id }) => id).sort();
  for (let round = 0; round < rounds; round += 1) {
    const { id } = await expecting(201, directory.send('POST', '/Groups', { displayName: randomUUID() }));
    const each = (operation: (member: string) => object) =>
      Promise.all(
        ids.map((member) => expecting(204, directory.send('PATCH', `/Groups/${id}`, { Operations: [operation(member)] }))),
      );
    await each((member) => ({ op: 'add', path: 'members', value: [{ value: member }] }));
    const { body } = await directory.send('GET', `/Groups/${id}`);
    expect(body.members.map(({ value }) => value).sort()).toEqual(ids);
    await each((member) => ({ op: 'remove', path: `members[value eq "${member}"]` }));
    expect((await directory.send('GET', `/Groups/${id}`)).body.members).toEqual([]);
  }
});

test('A server that is killed in the middle of a run has done each request wholly or not at all', async () => {
  const count = scaled(100, 500);
  const second = await startServerProcess({ database: site.database });
  const there: DirectoryProgram = directory.on(second);
  const created = new Set<number>();
  const send = async (program: DirectoryProgram, index: number) => {
    try {
      const { status } = await program.send('POST', '/Users', person(`killed.${index}`));
      if (status === 201) created.add(index);
    } catch {
      // The connection is gone, and the request may have been done or not.
    }
  };
  let next = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (next < count) {
        next += 1;
        if (next === Math.floor(count / 2)) await second.kill();
        await send(there, next - 1);
      }
    }),
  );
  const rows = await site.database.query<{ index: number; users: number; events: number }>(
    `SELECT substring(s.user_name FROM 'killed\\.(\\d+)@')::int AS index, count(DISTINCT u.user_id)::int AS users,
            (SELECT count(*)::int FROM audit_events e WHERE e.target_user_id = min(u.user_id::text)::uuid AND e.action = 'Scim.CreateUser') AS events
       FROM scim_users s JOIN users u USING (user_id) WHERE s.user_name LIKE 'killed.%' GROUP BY 1`,
  );
  expect(rows.filter(({ users, events }) => users !== 1 || events !== 1)).toEqual([]);
  expect([...created].filter((index) => !rows.some((row) => row.index === index))).toEqual([]);
  // The directory continues where it was: existing users give a conflict, and no user exists twice.
  for (let index = 0; index < count; index += 1)
    expect([201, 409]).toContain((await directory.send('POST', '/Users', person(`killed.${index}`))).status);
  const { people } = await site.database.row<{ people: number }>(
    `SELECT count(*)::int AS people FROM users WHERE email LIKE 'killed.%@faults.example'`,
  );
  expect(people).toBe(count);
});
