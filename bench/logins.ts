/** Logins by password and by passkey, side by side: whole logins, with the page's call before them. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReplyOf } from '../api/contract/index.ts';
import { DEMO_PASSWORD } from '../server/demo/accounts.ts';
import { passwordHasher } from '../server/password/passwordHasher.ts';
import { createAuthenticator, type Authenticator } from '../test/support/authenticator.ts';
import type { BenchServer } from './benchServer.ts';
import { browse, logIn, type Browser } from './client.ts';
import { rateOf, relative } from './rate.ts';
import { bareRate, pickUserNames } from './server.ts';
import { decimal, integer } from './statistics.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';

const CORES = availableParallelism();
const HASH_COUNT = 30;
const PASSWORD_LOGINS = 60;
const PASSKEY_LOGINS = 300;
const COUNTED_LOGINS = 30;
const STATISTICS_MS = 11_000;
/** Users with a passkey, each of whom logs in equally often. */
const PASSKEY_OWNERS = 50;

/** Password hashes per CPU second on this machine right now, at the server's concurrency: the upper bound of password logins. */
async function hashesPerCore(): Promise<number> {
  const hasher = passwordHasher({ parallel: CORES, maxWaitMs: 60_000 });
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: HASH_COUNT }, () => hasher.hash(DEMO_PASSWORD)));
  const { user, system } = process.cpuUsage(before);
  return (HASH_COUNT * 1e6) / (user + system);
}

export async function measureLogins(site: BenchServer): Promise<ResultRow[]> {
  const names = await pickUserNames(site, PASSWORD_LOGINS);
  const bare = await bareRate(site);
  const byPassword = await rateOf(PASSWORD_LOGINS, 3, (turn) => logIn(site.url, names[turn % names.length] as string));
  const newCommits = await commitsOf(site, () => logIn(site.url, names[0] as string));
  const known: KnownBrowser[] = [];
  // One after the other: the queue of hashes has no room for all at once on a busy machine.
  for (const name of names) known.push(await makeKnown(site.url, name));
  const again = (turn: number) => logInAgain(site.url, known[turn % known.length] as KnownBrowser);
  const byKnown = await rateOf(PASSWORD_LOGINS, 3, again);
  const knownCommits = await commitsOf(site, again);
  const hashes = await hashesPerCore();
  const keys: Authenticator[] = [];
  for (const name of names.slice(0, PASSKEY_OWNERS)) keys.push(await addPasskey(site.url, name));
  const byPasskey = await rateOf(PASSKEY_LOGINS, 3, (turn) =>
    logInByPasskey(site.url, keys[turn % keys.length] as Authenticator),
  );
  return [
    unbudgeted('a bare Fastify route with one select, per core', `${integer(bare.perCoreSecond)}/s`),
    unbudgeted('the hash alone, argon2id 19 MiB t 2, per core', `${integer(hashes)}/s`),
    relative('logins by password in a new browser (page and login), to the hash alone', byPassword, hashes, 0.75),
    relative('… in a known browser', byKnown, hashes, 0.8),
    atMost('commits a login in a new browser (page and login)', newCommits, 4, decimal),
    atMost('… in a known browser', knownCommits, 4, decimal),
    relative('… to the bare route', byPassword, bare.perCoreSecond),
    relative('logins by passkey (page, challenge and login), to the bare route', byPasskey, bare.perCoreSecond, 0.02),
    relative('… to those by password', byPasskey, byPassword.perCoreSecond, 2),
  ];
}

interface KnownBrowser {
  readonly userName: string;
  readonly cookies: ReadonlyMap<string, string>;
}

/** A browser that has logged in to the account before, and out. */
async function makeKnown(url: string, userName: string): Promise<KnownBrowser> {
  const browser = await browse(url);
  await post(browser, '/api/Login/Login', { userName, password: DEMO_PASSWORD });
  return { userName, cookies: new Map([...browser.cookies].filter(([name]) => name.includes('known'))) };
}

async function logInAgain(url: string, { userName, cookies }: KnownBrowser): Promise<void> {
  const browser = await browse(url, cookies);
  const { outcome } = await post<ReplyOf<'Login.Login'>>(browser, '/api/Login/Login', { userName, password: DEMO_PASSWORD });
  if (outcome !== 'SignedIn') throw new Error(`A login ended with ${outcome}`);
}

/** Commits of the database for each of 30 calls, without those of the jobs meanwhile. */
async function commitsOf(site: BenchServer, call: (turn: number) => Promise<unknown>): Promise<number> {
  const commits = async () => {
    // PostgreSQL publishes the counters of an idle connection within ten seconds.
    await delay(STATISTICS_MS);
    const [row] = await site.query<{ commits: number }>(
      'SELECT sum(xact_commit)::int AS commits FROM pg_stat_database WHERE datname = current_database()',
    );
    return { commits: row?.commits ?? 0, atMs: performance.now() };
  };
  const idle = await commits();
  const before = await commits();
  for (let turn = 0; turn < COUNTED_LOGINS; turn += 1) await call(turn);
  const after = await commits();
  const perMs = (before.commits - idle.commits) / (before.atMs - idle.atMs);
  return (after.commits - before.commits - perMs * (after.atMs - before.atMs)) / COUNTED_LOGINS;
}

async function post<Reply>(browser: Browser, path: string, body: unknown): Promise<Reply> {
  const { status, text } = await browser.send('POST', path, body);
  if (status >= 300) throw new Error(`${path} got ${String(status)}: ${text}`);
  return JSON.parse(text) as Reply;
}

async function addPasskey(url: string, userName: string): Promise<Authenticator> {
  const browser = await browse(url);
  await post(browser, '/api/Login/Login', { userName, password: DEMO_PASSWORD });
  const options = await post<ReplyOf<'Passkeys.RegistrationOptions'>>(browser, '/api/Passkeys/RegistrationOptions', undefined);
  const authenticator = createAuthenticator({ origin: url, synced: true });
  await post(browser, '/api/Passkeys', { name: 'Bench', response: authenticator.create(options) });
  return authenticator;
}

async function logInByPasskey(url: string, authenticator: Authenticator): Promise<void> {
  const browser = await browse(url);
  const options = await post<ReplyOf<'Passkeys.LoginOptions'>>(browser, '/api/Passkeys/LoginOptions', undefined);
  const { outcome } = await post<ReplyOf<'Passkeys.Login'>>(browser, '/api/Passkeys/Login', {
    response: authenticator.get(options),
  });
  if (outcome !== 'SignedIn') throw new Error(`A login ended with ${outcome}`);
}
