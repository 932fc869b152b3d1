/**
 * Moving in: 100,000 people of Keycloak come by the operator's command while the server runs and administrators work in the grid; then logins
 * by a foreign hash beside native ones.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../deploy/sources.ts';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import type { BenchServer } from './benchServer.ts';
import { browse, logIn } from './client.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';
import { pickUserNames } from './server.ts';
import { integer, median, ms, percentile, seconds } from './statistics.ts';

const PEOPLE = 100_000;
/** Few enough that the process needs no memory for them. */
const FEW = 100;
const MAX_MS = 120_000;
const MAX_MIB = 150;
const MAX_PAGE_MS = 150;
const GRID_EVERY_MS = 500;
const LOGINS = 40;

/** printf Grüße-42 | argon2 …; hashlib.pbkdf2_hmac('sha512', 'Grüße-42 aus Köln', b'0123456789abcdef', 1000, 64). */
const PASSWORD = 'Grüße-42 aus Köln';
const HASH = '3oc7NSiGnoAGMOeHxeuSmvIjwHur1FRnWEVadznkeP/UtJk7BcQoXBnSz1S/9ABIFYySNPxVxJCciMXEY5VGjQ==';

const personOf = (name: string) => ({
  id: `${name}-3f0b39cb-0a1b-4428-b36f-b8c098126dbd`,
  createdTimestamp: 1_693_887_631_918,
  username: name,
  enabled: true,
  totp: true,
  emailVerified: true,
  firstName: 'Anna',
  lastName: `Müller ${name.replaceAll(/\W|_/g, '')}`,
  email: `${name}@movein.example`,
  credentials: [
    {
      type: 'password',
      secretData: JSON.stringify({ value: HASH, salt: 'MDEyMzQ1Njc4OWFiY2RlZg==', additionalParameters: {} }),
      credentialData: JSON.stringify({ hashIterations: 1000, algorithm: 'pbkdf2-sha512', additionalParameters: {} }),
    },
    ...(name.endsWith('7')
      ? [
          {
            type: 'otp',
            secretData: '{"value":"jdIZ8oPBxE2mWqRt5yUa"}',
            credentialData: '{"subType":"totp","digits":6,"counter":0,"period":30,"algorithm":"HmacSHA1"}',
          },
        ]
      : []),
  ],
  disableableCredentialTypes: [],
  requiredActions: [],
  realmRoles: ['default-roles-former', 'member'],
  notBefore: 0,
  groups: [],
});

function* realm(prefix: string, count: number): Generator<string> {
  yield '{ "realm": "former",\n "users": [\n';
  for (let index = 1; index <= count; index += 1)
    yield `${JSON.stringify(personOf(`${prefix}_${String(index)}`))}${index < count ? ',' : ''}\n`;
  yield ']}';
}

export async function measureMoveIn(site: BenchServer): Promise<ResultRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-movein-'));
  try {
    const few = await bring(site, folder, 'few', FEW);
    const alone = await gridPages(site, pause(10_000));
    const running = bring(site, folder, 'many', PEOPLE);
    const beside = await gridPages(site, running);
    const many = await running;
    const again = await bring(site, folder, 'many', PEOPLE);
    return [
      atMost(`${integer(PEOPLE)} people of Keycloak come`, many.tookMs, MAX_MS, seconds),
      unbudgeted('the same file again, which changes nothing', seconds(again.tookMs)),
      atMost(
        'memory of the command, over that for a hundred',
        many.peakMiB - few.peakMiB,
        MAX_MIB,
        (mib) => `${integer(mib)} MiB`,
      ),
      unbudgeted('a page of the grid, p95, before', ms(percentile(alone, 0.95))),
      atMost('a page of the grid, p95, meanwhile', percentile(beside, 0.95), MAX_PAGE_MS, ms),
      ...(await measureForeignLogins(site)),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function bring(site: BenchServer, folder: string, prefix: string, count: number) {
  const file = join(folder, `${prefix}.json`);
  await pipeline(Readable.from(realm(prefix, count)), createWriteStream(file));
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['server/process/launch.mjs', 'server/admin/main.ts', 'import', 'keycloak', file, '--organisation', 'Harbour Mutual'],
    { cwd: root, env: { ...process.env, DATABASE_URL: site.databaseUrl }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const peak = peakMemory(child);
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`The import ended with ${String(code)}`);
  return { tookMs: performance.now() - began, peakMiB: await peak };
}

/** The resident memory at its highest, in MiB. */
async function peakMemory(child: ChildProcess): Promise<number> {
  let peak = 0;
  while (child.exitCode === null) {
    const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
    await pause(100);
  }
  return peak;
}

async function gridPages(site: BenchServer, until: Promise<unknown>): Promise<number[]> {
  const admin = await logIn(site.url, 'sysadmin');
  const times: number[] = [];
  const over = until.then(() => true);
  do {
    const reply = await admin.get(`/api/Users/Page?limit=100&search=${['an', 'smi', 'ben'][times.length % 3] ?? ''}`);
    if (reply.status !== 200) throw new Error(`The grid: ${String(reply.status)} ${reply.text}`);
    times.push(reply.tookMs);
  } while (!(await Promise.race([over, pause(GRID_EVERY_MS, false)])));
  return times;
}

/** Right and wrong passwords of both, and a name that no account has. */
async function measureForeignLogins(site: BenchServer): Promise<ResultRow[]> {
  const native = await pickUserNames(site, LOGINS);
  const timesOf = async (nameOf: (turn: number) => string, password: string) => {
    const times: number[] = [];
    for (let turn = 0; turn < LOGINS; turn += 1) {
      // Failures of one address are delayed.
      await site.query('DELETE FROM throttles');
      const browser = await browse(site.url);
      const { tookMs } = await browser.send('POST', '/api/Login/Login', { userName: nameOf(turn), password });
      times.push(tookMs);
    }
    return ms(median(times));
  };
  const nativeOf = (turn: number) => native[turn % native.length] as string;
  return [
    unbudgeted('a login by our own hash', await timesOf(nativeOf, DEMO_PASSWORD)),
    unbudgeted(
      '… by a foreign one for the first time (PBKDF2 of 1,000)',
      await timesOf((turn) => `many_${String(turn + 1)}0`, PASSWORD),
    ),
    unbudgeted('a wrong password, foreign hash', await timesOf((turn) => `many_${String(turn + 1)}1`, 'wrong-Password-1')),
    unbudgeted('a name that no account has', await timesOf((turn) => `unknown_${String(turn)}`, 'wrong-Password-1')),
  ];
}
