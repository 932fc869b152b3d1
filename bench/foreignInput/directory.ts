/** What a directory sends with its key, and lists that administrators import. */
import { keyFormat } from '../../server/session/keyFormat.ts';
import { sendRequest } from '../client.ts';
import { requireSuccess } from '../server.ts';
import { list, nested, type Input, type Inputs, type Target } from './sender.ts';

const ALMOST_4_MIB = 4 * 1024 * 1024 - 400;

export async function directoryInputs(target: Target): Promise<Inputs> {
  const { key, prefix, hash } = keyFormat('ghs').makeKey();
  await target.site.query(
    `INSERT INTO scim_keys (key_id, organisation_id, name, prefix, secret_hash, created_at, expires_at)
     VALUES (gen_random_uuid(), '${target.organisationId}', 'Patience', '${prefix}', '\\x${hash.toString('hex')}', now(), now() + interval '1 day')`,
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' };
  const scim = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: string) =>
    sendRequest(`${target.server.url}/scim/v2${path}`, method, headers, body);
  const created = requireSuccess(await scim('POST', '/Users', JSON.stringify(person)));
  const { id } = JSON.parse(created.text) as { id: string };
  return { directory: requests(scim, id), list: lists(target) };
}

const person = {
  userName: 'patience@bench.example',
  externalId: 'patience',
  active: true,
  name: { givenName: 'Bench', familyName: 'Person' },
  emails: [{ value: 'patience@bench.example', type: 'work', primary: true }],
};

type Scim = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: string) => Promise<unknown>;

function requests(scim: Scim, id: string): Input[] {
  const post = (what: string, path: string, body: string): Input => ({ what, send: () => scim('POST', path, body) });
  const find = (what: string, filter: string): Input => ({
    what,
    send: () => scim('GET', `/Users?filter=${encodeURIComponent(filter)}`),
  });
  const members = (count: number, member: (index: number) => string) =>
    `{"displayName":"Patience","members":[${list(count, member)}]}`;
  const filter = Array.from({ length: 20 }, () => 'a co "x"').join(' or ');
  const operations = (count: number) =>
    Array.from({ length: count }, () => ({ op: 'replace', path: `emails[${filter}].value`, value: 'x@bench.example' }));
  const patch = (what: string, ...all: readonly object[]): Input => ({
    what,
    send: () => scim('PATCH', `/Users/${id}`, JSON.stringify({ Operations: all })),
  });
  const emails = Array.from({ length: 90 }, (_, index) => ({ value: `a${String(index)}@bench.example`, type: 'other' }));
  return [
    post('lists within each other', '/Users', `{"a":${nested(ALMOST_4_MIB / 2)}}`),
    post('1,400,000 empty objects', '/Users', `{"emails":[${'{},'.repeat(ALMOST_4_MIB / 3 - 20)}{}]}`),
    post('48,000 empty objects', '/Users', `{"emails":[${'{},'.repeat(48_000)}{}]}`),
    post(
      'a group of 20,000 members',
      '/Groups',
      members(
        20_000,
        (index) => `{"value":"0198f0c0-0000-7000-8000-${String(index).padStart(12, '0')}","display":"A Person","type":"User"}`,
      ),
    ),
    post(
      'a group of 49,000 short members',
      '/Groups',
      members(49_000, (index) => `{"value":"${String(index)}"}`),
    ),
    find('a filter of brackets', '('.repeat(1000)),
    find('a filter of blanks', `${' '.repeat(990)}x`),
    find('a filter of terms', filter),
    patch('300 changes by long filters', ...operations(300)),
    patch('90 addresses, and 300 changes by long filters', { op: 'add', path: 'emails', value: emails }, ...operations(300)),
    patch('a long path', { op: 'replace', path: `urn:${'a.'.repeat(490)}`, value: 'x' }),
  ];
}

function lists({ administrator }: Target): Input[] {
  const head = { source: 'patience', dryRun: true, disableMissing: false };
  const send = (what: string, users: string): Input => ({
    what,
    send: () => sendText(`${JSON.stringify(head).slice(0, -1)},"users":${users}}`),
  });
  const sendText = (text: string) => administrator.sendText('PUT', '/api/Users/Sync', text);
  return [
    send('lists within each other', nested(2_000_000)),
    send('60 KB of lists within each other', nested(30_000)),
    send('2,000,000 empty rows', `[${'{},'.repeat(2_000_000)}{}]`),
    send('20,000 empty rows', `[${'{},'.repeat(20_000)}{}]`),
  ];
}
