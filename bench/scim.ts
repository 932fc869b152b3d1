/**
 * A directory's first run and its daily one: thousands of users join, thousands are changed, and administrators work in the grid
 * meanwhile.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { keyFormat } from '../server/session/keyFormat.ts';
import type { BenchServer } from './benchServer.ts';
import { logIn, sendRequest, type Reply } from './client.ts';
import { atLeast, unbudgeted, type ResultRow } from './resultTable.ts';
import { integer, ms, percentile } from './statistics.ts';

const PEOPLE = 5000;
const CONCURRENCY = 8;
/** The rate that Entra requires of a service, for one tenant. */
const ENTRA_PER_SECOND = 25;
/** The first run of a directory of thousands then takes minutes, beside everything else. */
const MIN_PER_SECOND = 60;
const BESIDE_SECONDS = 20;
const GRID_EVERY_MS = 100;

export async function measureScim(site: BenchServer): Promise<ResultRow[]> {
  const send = await connect(site);
  const ids: string[] = [];
  const joined = await perSecond(PEOPLE, async (index) => {
    const reply = await send('POST', '/Users', personOf(index));
    ids[index] = (JSON.parse(reply.text) as { id: string }).id;
  });
  const patched = await perSecond(PEOPLE, (index) => send('PATCH', `/Users/${ids[index] ?? ''}`, titled(`Clerk ${index}`)));
  const found = await perSecond(PEOPLE / 5, (index) =>
    send('GET', `/Users?filter=${encodeURIComponent(`userName eq "p${index}@bench.example"`)}`),
  );
  const alone = await gridPages(site);
  let sent = 0;
  const [beside] = await Promise.all([
    gridPages(site),
    paced(async () => {
      sent += 1;
      await send('PATCH', `/Users/${ids[sent % PEOPLE] ?? ''}`, titled(`Again ${sent}`));
    }),
  ]);
  const perSecondText = (value: number) => `${integer(value)}/s`;
  return [
    atLeast(`SCIM: ${integer(PEOPLE)} join`, joined, MIN_PER_SECOND, perSecondText),
    atLeast(`SCIM: ${integer(PEOPLE)} are changed`, patched, MIN_PER_SECOND, perSecondText),
    atLeast(`SCIM: users found by name among ${integer(PEOPLE)}`, found, MIN_PER_SECOND, perSecondText),
    unbudgeted('a page of the grid, p95, without SCIM', ms(percentile(alone, 0.95))),
    unbudgeted(
      `a page of the grid, p95, beside ${integer(sent / BESIDE_SECONDS)} changes by SCIM a second`,
      ms(percentile(beside, 0.95)),
    ),
  ];
}

type Send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Reply>;

/** Connects with a key inserted directly, as the call needs a proof of identity. */
async function connect(site: BenchServer): Promise<Send> {
  const { key, prefix, hash } = keyFormat('ghs').makeKey();
  await site.query(
    `INSERT INTO scim_keys (key_id, organisation_id, name, prefix, secret_hash, created_at, expires_at)
     SELECT gen_random_uuid(), organisation_id, 'Bench', '${prefix}', '\\x${hash.toString('hex')}', now(), now() + interval '1 day'
       FROM organisations WHERE name = 'Harbour Mutual'`,
  );
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' };
  return async (method, path, body) => {
    const reply = await sendRequest(`${site.url}/scim/v2${path}`, method, headers, body && JSON.stringify(body));
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${String(reply.status)} ${reply.text}`);
    return reply;
  };
}

const personOf = (index: number) => ({
  userName: `p${String(index)}@bench.example`,
  externalId: `bench-${String(index)}`,
  active: true,
  name: { givenName: 'Bench', familyName: 'Person' },
  emails: [{ value: `p${String(index)}@bench.example`, type: 'work', primary: true }],
});
const titled = (value: string) => ({ Operations: [{ op: 'Replace', path: 'title', value }] });

async function perSecond(count: number, call: (index: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (next < count) {
        next += 1;
        await call(next - 1);
      }
    }),
  );
  return (count * 1000) / (performance.now() - began);
}

async function paced(call: () => Promise<void>): Promise<void> {
  const calls: Promise<void>[] = [];
  for (let index = 0; index < BESIDE_SECONDS * ENTRA_PER_SECOND; index += 1) {
    calls.push(call());
    await pause(1000 / ENTRA_PER_SECOND);
  }
  await Promise.all(calls);
}

async function gridPages(site: BenchServer): Promise<number[]> {
  const admin = await logIn(site.url, 'subadmin');
  const times: number[] = [];
  const end = performance.now() + BESIDE_SECONDS * 1000;
  while (performance.now() < end) {
    const reply = await admin.get(`/api/Users/Page?limit=100&search=${['an', 'smi', 'ben'][times.length % 3] ?? ''}`);
    if (reply.status !== 200) throw new Error(`The grid: ${String(reply.status)} ${reply.text}`);
    times.push(reply.tookMs);
    await pause(GRID_EVERY_MS);
  }
  return times;
}
