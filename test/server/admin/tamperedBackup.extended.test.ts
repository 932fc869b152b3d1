/** A tampered backup: changed, forged, or made to expand without end, it is refused with a line, and nothing is changed. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runAdmin } from '../../../server/admin/commands.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const OTHER_KEY = Buffer.alloc(32, 8).toString('base64');

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let lines: readonly string[];

const run = (args: readonly string[], { url }: TestDatabase = target, secretKey = SECRET_KEY) =>
  runAdmin(args, { NODE_ENV: 'test', DATABASE_URL: url, SECRET_KEY: secretKey });
const linesOf = async (file: string): Promise<string[]> =>
  gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-tampered-'));
  source = await createDatabase();
  target = await createDatabase({ contents: 'empty' });
  await run(['migrate']);
  await run(['backup', join(folder, 'whole')], source);
  lines = await linesOf(join(folder, 'whole'));
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  await rm(folder, { recursive: true });
});

/** Gives the file a hash that fits, which whoever changes the file can compute. */
function resealed(content: readonly string[], tail: object = JSON.parse(lines.at(-1) ?? '') as object): string[] {
  const sha256 = createHash('sha256')
    .update(`${content.join('\n')}\n`)
    .digest('hex');
  return [...content, JSON.stringify({ ...tail, rows: countRows(content), sha256 })];
}

/** Lines between one that begins a table and its end. */
function countRows(content: readonly string[]): number {
  let [rows, isTable] = [0, false];
  for (const line of content.slice(1)) {
    if (line === '\\.') isTable = false;
    else if (isTable) rows += 1;
    else isTable = true;
  }
  return rows;
}

const body = () => lines.slice(0, -1);
const sectionAt = (table: string): number => lines.findIndex((line) => line.startsWith(`{"table":"${table}"`));
const changed = (change: (content: string[]) => void): string[] => {
  const content = body();
  change(content);
  return content;
};
/** Gives administrator's rights to a user who has none. */
const forged = () =>
  changed((content) => {
    const at = content.findIndex((line, index) => index > sectionAt('users') && line.includes('\tordinary\t'));
    content[at] = (content[at] ?? '').replace('{Member}', '{Member,SystemAdministration}');
    expect(content[at]).toContain('SystemAdministration');
  });

async function restoreOf(content: readonly string[], ...options: string[]) {
  const file = join(folder, 'tampered');
  await writeFile(file, gzipSync(`${content.join('\n')}\n`));
  return run(['restore', file, ...options]);
}

/** The state that must stay the same: rows, partitions and keys. */
const state = () =>
  target.row(`SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM organisations) AS organisations,
    (SELECT count(*)::int FROM audit_events) AS events, (SELECT count(*)::int FROM data_keys) AS keys,
    (SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace) AS tables`);

async function expectRefused(content: readonly string[], reason: RegExp) {
  const before = await state();
  const { code, out, err } = await restoreOf(content);
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(reason);
  // The operator gets a line or two, without a stack, the rows' content, or control characters.
  expect(err.split('\n').length).toBeLessThanOrEqual(2);
  expect(err).not.toMatch(/\$argon2|[^\n -~…’]/);
  expect(await state()).toEqual(before);
}

const PROOF = /^The backup has been changed: its proof does not fit\.$/;

describe('Without the SECRET_KEY nobody can make a backup that is restored', () => {
  test('not with other rights, with fewer or reordered rows, or with a table twice, and a hash that fits', async () => {
    const users = sectionAt('users');
    const events = sectionAt('audit_events');
    for (const content of [
      forged(),
      changed((all) => all.splice(events + 3, 1)),
      changed((all) => all.splice(users + 1, 2, all[users + 2] ?? '', all[users + 1] ?? '')),
      changed((all) => all.splice(events, 0, all[events] ?? '', '\\.')),
    ])
      await expectRefused(resealed(content), PROOF);
  });

  test('not by leaving out the proof, nor by one without a key, nor with a key of one’s own', async () => {
    const content = forged();
    const { rows } = JSON.parse(lines.at(-1) ?? '') as { rows: number };
    await expectRefused(resealed(content, { rows }), /^This file is no backup/);
    const sha256 = createHash('sha256')
      .update(`${content.join('\n')}\n`)
      .digest('hex');
    const proof = createHash('sha256').update(`backup ${sha256}`).digest('hex');
    await expectRefused([...content, JSON.stringify({ rows, sha256, keyId: null, proof })], /^The backup has no proof/);

    const elsewhere = await createDatabase();
    await run(['backup', join(folder, 'elsewhere')], elsewhere, OTHER_KEY);
    await elsewhere.drop();
    await expectRefused(await linesOf(join(folder, 'elsewhere')), /SECRET_KEY: this is not the key/);
    await expectRefused(
      resealed(changed((all) => all.splice(sectionAt('data_keys') + 1, 2))),
      /^The backup has been changed: the key of its proof is not in it\.$/,
    );
  });

  test('and with another SECRET_KEY, or without, it is not restored either', async () => {
    const before = await state();
    const file = join(folder, 'whole');
    expect((await run(['restore', file], target, OTHER_KEY)).err).toContain('this is not the key');
    const { code, err } = await runAdmin(['restore', file], { NODE_ENV: 'test', DATABASE_URL: target.url });
    expect([code, err]).toEqual([1, expect.stringMatching(/^The backup is proven by a key, .*set the SECRET_KEY/)]);
    expect(await state()).toEqual(before);
  });
});

describe('A forged file is refused and does nothing else', () => {
  const head = () => lines[0] ?? '';

  test('statements in rows are rows that do not fit; in names they are names that are not known', async () => {
    const at = sectionAt('users') + 1;
    await expectRefused(
      resealed(changed((all) => all.splice(at, 0, '\\.;', 'DROP TABLE users;'))),
      /^The backup is damaged: its rows are not such as this program writes/,
    );
    await expectRefused(
      resealed(changed((all) => all.splice(at, 1, `${'x\t'.repeat(200)}$argon2id$v=19$secret`))),
      /^The backup is damaged: its rows are not such/,
    );
    for (const section of [
      { table: 'users"; DROP TABLE users; --', columns: [] },
      { table: 'pg_catalog.pg_authid', columns: ['rolname'] },
      { table: 'kysely_migration', columns: ['name'] },
      { table: '../../etc/passwd', columns: [] },
      { table: '__proto__', columns: [] },
      { table: 'users', columns: ["user_id) FROM PROGRAM 'id' --"] },
      { table: '\u001b]0;owned\u0007\u009b2J\u202e', columns: [] },
    ])
      await expectRefused([head(), JSON.stringify(section)], /^The backup has a table this program does not know/);
  });

  test.each([
    ['{"format":"gatehouse-backup-1","schema":"\\u001b[2J","at":"2026-01-01"}'],
    ['{"format":"gatehouse-backup-1","schema":7,"at":"2026-01-01"}'],
    ['{"format":"gatehouse-backup-1"}'],
    ['null'],
    ['[]'],
    [''],
  ])('a head of %j', async (first) => {
    await expectRefused([first], /^This file is no backup/);
  });

  test('partitions that are none, and a section that is none', async () => {
    const made = (fields: object) => JSON.stringify({ ...(JSON.parse(head()) as object), ...fields });
    for (const partitions of [{}, 'all', [null], [3]])
      await expectRefused([made({ partitions })], /^This file is no backup, or is damaged/);
    await expectRefused([made({ partitions: ['2024-01', '2024-01'] })], /^The backup is damaged/);
    await expectRefused([made({ partitions: ["2024-02'); DROP TABLE users"] })], /is not complete/);
    for (const section of ['null', '7', '{}', '{"table":"users"}', '{"table":"users","columns":{}}', '{"sha256":1,"rows":"x"}'])
      await expectRefused([head(), section], /^This file is no backup, or is damaged/);
  });

  test('flipped bits, a cut end, and a foreign file', async () => {
    const whole = await readFile(join(folder, 'whole'));
    const before = await state();
    const file = join(folder, 'bits');
    for (const at of [0, 20, 0.25, 0.5, 0.75].map((place) => (place < 1 ? Math.floor(whole.length * place) : place))) {
      const bits = Buffer.from(whole);
      bits[at] = (bits[at] ?? 0) ^ 0x10;
      await writeFile(file, bits);
      const { code, err } = await run(['restore', file]);
      expect([at, code, err]).toEqual([
        at,
        1,
        expect.stringMatching(/^(?:This file is no backup|The backup )[^\n]*(?:\n[^\n]*)?$/),
      ]);
    }
    await writeFile(file, whole.subarray(0, Math.floor(whole.length * 0.99)));
    expect((await run(['restore', file])).err).toMatch(/^(?:This file is no backup|The backup )/);
    expect(await state()).toEqual(before);
  });

  test('one that expands to a line without end', async () => {
    const file = join(folder, 'bomb');
    // Members follow each other in one stream: 600 MB of a character in less than a megabyte.
    const filler = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'));
    await writeFile(file, Buffer.concat([gzipSync(`${head()}\n`), ...Array.from({ length: 12 }, () => filler)]));
    expect(await run(['restore', file])).toEqual({ code: 1, out: '', err: 'This file is no backup, or is damaged.' });
  });
});

test('A proven backup is restored; there is no way to restore another one', async () => {
  const other = await createDatabase({ contents: 'empty' });
  const file = join(folder, 'proven');
  const { rows } = JSON.parse(lines.at(-1) ?? '') as { rows: number };
  await writeFile(file, gzipSync(`${resealed(body(), { rows }).join('\n')}\n`));
  expect(await run(['restore', file, '--unproven'], other)).toMatchObject({ code: 2, err: 'npm run admin -- restore <file>' });
  expect(await run(['restore', file], other)).toMatchObject({ code: 1, err: 'This file is no backup, or is damaged.' });
  await writeFile(file, gzipSync(`${lines.join('\n')}\n`));
  expect(await run(['restore', file], other)).toMatchObject({ code: 0, err: '' });
  await other.drop();
});
