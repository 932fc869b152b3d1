/** Exports as files: each format is read by a real parser, contains its checksum, and is for its requester only. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import readWorkbook from 'read-excel-file/node';
import type { BodyOf } from '../../../api/contract/index.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { setRoles } from '../../support/changeUser.ts';
import { BOM } from '@api/contract/csv.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';

type Content = BodyOf<'Reports.Create'>['content'];

const site = useServer();
let hannah: Client;
let sysadmin: Client;
let folder: string;

/** Text that a spreadsheet, a CSV or XML could take for something else. */
const ODD = ['=1+1', '@SUM(A1)', 'say "no"; <b>&amp;</b>', 'two\r\nlines\tand\u0001', '_x0041_ 王 🦊', ' spaces '];
const AT = '2026-03-29T00:30:00.123Z';
const header =
  'eventId at localTime actor onBehalfOf action sentence target organisation outcome outcomeText ip userAgent details'.split(' ');

beforeAll(async () => {
  [hannah, sysadmin] = [await logInAs(site, 'subadmin'), await logInAs(site, 'sysadmin')];
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-reports-'));
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, organisation_id, organisation, outcome, details)
     SELECT gen_random_uuid(), $1::timestamptz + n * interval '1 hour', 'odd_ones', 'Story.Odd', odd, organisation_id, name, 'success', '{"a": [1]}'
       FROM organisations, unnest($2::text[]) WITH ORDINALITY AS o (odd, n) WHERE name = 'Harbour Mutual'`,
    [AT, ODD],
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let names = 0;
async function asked(format: Content['format'], client = hannah) {
  names += 1;
  const content: Content = {
    filters: { action: 'Story.Odd' },
    range: { kind: 'between', from: '2026-03-29T00:00:00Z', to: null },
    format,
    timeZone: 'Europe/Berlin',
  };
  const body = { name: `Odd/ones ${String(names)}`, content, shared: false, schedule: null };
  const { reportId } = await client.ok('Reports.Create', { body });
  return client.ok('Reports.Run', { reportId });
}

async function bytesOf(client: Client, path: string): Promise<{ file: Buffer; headers: Headers; status: number }> {
  const reply = await fetch(client.url + path, { headers: { cookie: await client.jar.getCookieString(client.url) } });
  return { file: Buffer.from(await reply.arrayBuffer()), headers: reply.headers, status: reply.status };
}
const fileOf = async (client: Client, exportId: string) => bytesOf(client, `/api/Reports/Download/${exportId}`);
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const found = async (client: Client, exportId: string) =>
  (await client.ok('Reports.Exports', {})).exports.find((one) => one.exportId === exportId);

/** Runs a command of docs/operating.md. */
async function shell(command: string, file: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, file);
  return execFileSync('sh', ['-c', command, 'sh', path], { encoding: 'utf8' });
}

/** The texts in XML, which has no control characters. */
const inXml = ODD.map((text) => text.replace('\u0001', '\uFFFD')).reverse();

test.each([
  [',', true],
  [';', false],
  ['\t', true],
] as const)('CSV separated by %j, byte order mark %p', async (delimiter, bom) => {
  const { exportId } = await asked({ type: 'csv', delimiter, bom });
  const { file, headers } = await fileOf(hannah, exportId);
  const text = file.toString('utf8');
  expect(headers.get('content-disposition')).toContain('.csv');
  expect(text.startsWith(BOM)).toBe(bom);
  const { data, errors } = Papa.parse<string[]>(text.replace(BOM, ''), { skipEmptyLines: true, delimiter });
  expect(errors).toEqual([]);
  expect(data[0]).toEqual(header);
  const rows = data.slice(1, -1);
  expect(rows.map((row) => [row[5], row[9]])).toEqual(ODD.map(() => ['Story.Odd', 'success']));
  expect(rows.map((row) => row[7])).toEqual(ODD.map((odd) => (/^[=@]/.test(odd) ? `'${odd}` : odd)).reverse());
  expect(rows.at(-1)?.slice(1, 3)).toEqual(['2026-03-29T01:30:00.123Z', '2026-03-29T03:30:00.123+02:00']);

  const end = JSON.parse(data.at(-1)?.at(-1) ?? '') as { events: number; sha256: string };
  expect(data.at(-1)).toHaveLength(header.length);
  expect(end.events).toBe(ODD.length);
  expect(await shell(`sed '$d' "$1" | sha256sum`, file)).toMatch(end.sha256);
  expect(await found(hannah, exportId)).toMatchObject({ file: { events: ODD.length, bytes: file.length, sha256: sha256(file) } });
});

test('JSON lines', async () => {
  const { exportId } = await asked({ type: 'jsonl' });
  const { file } = await fileOf(hannah, exportId);
  const lines = file
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.slice(0, -1).map(({ target }) => target)).toEqual([...ODD].reverse());
  expect(lines[0]).toMatchObject({ action: 'Story.Odd', outcome: 'success', outcomeText: 'Success' });
  expect(lines[0]).toMatchObject({ localTime: '2026-03-29T08:30:00.123+02:00', details: { a: [1] } });
  const { report } = lines.at(-1) as { report: { sha256: string; events: number } };
  expect(report).toMatchObject({ events: ODD.length });
  expect(await shell(`sed '$d' "$1" | sha256sum`, file)).toMatch(report.sha256);
});

test('XLSX: text stays text, times are dates, and the sheet "About" proves the sheet of events', async () => {
  const { exportId, sealHead } = await asked({ type: 'xlsx' });
  const { file, headers } = await fileOf(hannah, exportId);
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const [events, about] = await readWorkbook(file, { trim: false });
  expect([events?.sheet, about?.sheet]).toEqual(['Events', 'About']);
  expect(events?.data[0]).toEqual(header);
  const rows = events?.data.slice(1) ?? [];
  expect(rows.map((row) => [row[5], row[9], row[10]])).toEqual(ODD.map(() => ['Story.Odd', 'success', 'Success']));
  expect(rows.map((row) => String(row[7]).replaceAll('_x000D_', '\r').replaceAll('_x005F_', '_'))).toEqual(inXml);
  expect((rows.at(-1)?.[1] as unknown as Date).toISOString()).toBe('2026-03-29T01:30:00.123Z');
  // The clock in Berlin, which was put forward in between.
  expect((rows.at(-1)?.[2] as unknown as Date).toISOString()).toBe('2026-03-29T03:30:00.123Z');
  const facts = new Map(about?.data.map(([name, value]) => [name, value]));
  expect(facts.get('events')).toBe(String(ODD.length));
  expect(facts.get('sealHead') ?? null).toBe(sealHead);
  const proof = facts.get('sha256 xl/worksheets/sheet1.xml') as string;
  expect(await shell('unzip -p "$1" xl/worksheets/sheet1.xml | sha256sum', file)).toMatch(proof);
  const sheet = await shell('unzip -p "$1" xl/worksheets/sheet1.xml', file);
  expect(sheet).not.toContain('<f>');
  // The same rows make the same file.
  expect(sha256((await fileOf(hannah, exportId)).file)).toBe(sha256(file));
});

test('an export is listed with who and when, run again by others with what they may read, and its checksum is in the audit', async () => {
  const { exportId } = await asked({ type: 'jsonl' }, sysadmin);
  const { file } = await fileOf(sysadmin, exportId);
  const again = await sysadmin.ok('Reports.RunAgain', { exportId });
  expect(again).toMatchObject({ by: 'sysadmin', own: true, format: 'jsonl', filters: { action: 'Story.Odd' }, file: null });
  expect(again.to).toBe((await found(sysadmin, exportId))?.to);
  expect(sha256((await fileOf(sysadmin, again.exportId)).file)).toBe(sha256(file));
  const [event] = await auditEvents(site, { action: 'Reports.Finish', details: { exportId } });
  expect([event?.actor, event?.details.sha256]).toEqual(['sysadmin', sha256(file)]);

  // Exports of the house organisation are not listed elsewhere.
  expect(await found(hannah, exportId)).toBeUndefined();
  expect((await hannah.call('Reports.RunAgain', { exportId })).status).toBe(404);
});

test.each(['csv', 'jsonFile', 'jsonl', 'xlsx'] as const)(
  'an export of the audit report as %s is listed, and run again is the same',
  async (format) => {
    const path = `/api/Users/AuditReport?format=${format}&action=Story.Odd&to=2026-04-01T00:00:00Z`;
    const direct = await bytesOf(hannah, path);
    expect(direct.status).toBe(200);
    const [listed] = (await hannah.ok('Reports.Exports', { limit: 1 })).exports;
    expect(listed).toMatchObject({
      name: null,
      by: 'subadmin',
      from: null,
      file: { events: ODD.length, sha256: sha256(direct.file) },
    });
    const again = await hannah.ok('Reports.RunAgain', { exportId: listed?.exportId ?? '' });
    const { file } = await fileOf(hannah, again.exportId);
    // An XLSX has its own time in it.
    if (format !== 'xlsx') expect(sha256(file)).toBe(sha256(direct.file));
    expect(file.length).toBeGreaterThan(500);
  },
);

test('a link is of use to nobody else, and ends after seven days or with the right to read the audit', async () => {
  const { exportId } = await asked({ type: 'jsonl' });
  expect((await sysadmin.call('Reports.Export', { exportId })).status).toBe(404);
  expect((await fileOf(sysadmin, exportId)).status).toBe(404);
  expect((await bytesOf(hannah, '/api/Reports/Download/not-an-id')).status).toBe(400);
  await setRoles(site, 'subadmin', ['Member']);
  expect((await fileOf(hannah, exportId)).status).toBe(403);
  await setRoles(site, 'subadmin', ['SubscriberAdministration']);
  expect((await hannah.ok('Reports.Export', { exportId })).own).toBe(true);
  await site.database.query(`UPDATE audit_exports SET expires_at = now() WHERE export_id = $1`, [exportId]);
  expect(await hannah.call('Reports.Export', { exportId })).toMatchObject({ status: 410, problem: { code: 'LinkGone' } });
  expect((await fileOf(hannah, exportId)).status).toBe(410);
  expect((await hannah.ok('Reports.RunAgain', { exportId })).own).toBe(true);
});

test('pages of exports: every one once, newest first', async () => {
  await asked({ type: 'jsonl' });
  await asked({ type: 'jsonl' });
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await hannah.ok('Reports.Exports', { limit: 2, ...(cursor !== undefined && { cursor }) });
    ids.push(...page.exports.map(({ exportId }) => exportId));
    cursor = page.nextCursor;
  }
  const all = (await hannah.ok('Reports.Exports', { limit: 100 })).exports.map(({ exportId }) => exportId);
  expect(ids).toEqual(all);
  expect((await hannah.call('Reports.Exports', { cursor: "1'; --" })).status).toBe(400);
});
