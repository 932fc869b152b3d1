/** Two processes against one, on the same database and cores: what a second process gains or costs. */
import type { BenchServer } from './benchServer.ts';
import { logIn, sendRequest } from './client.ts';
import { type Rate, rateOf } from './rate.ts';
import { atLeast, type ResultRow } from './resultTable.ts';
import { perSecond, pickUserNames, requireSuccess } from './server.ts';

const LOGINS = 60;
const CHANGED_USERS = 200;
/** On cores that one process keeps busy a second one can gain nothing; it must lose nothing but noise. */
const LEAST_SHARE = 0.9;

const kinds = ['reads', 'changes', 'logins'] as const;
type Rates = Readonly<Record<(typeof kinds)[number], Rate>>;

export async function measureProcesses(site: BenchServer): Promise<ResultRow[]> {
  const one = await ratesAt(site, [site.url]);
  const second = await site.startAnother();
  try {
    // Warms up the second process like the first one.
    await ratesAt(site, [second.url]);
    const two = await ratesAt(site, [site.url, second.url]);
    return kinds.map((kind) => ({
      ...atLeast(
        `two processes to one, ${kind} a second`,
        two[kind].perSecond / one[kind].perSecond,
        LEAST_SHARE,
        (share) => `${share.toFixed(2)} ×`,
      ),
      measured: `${(two[kind].perSecond / one[kind].perSecond).toFixed(2)} × (${perSecond(two[kind].perSecond)} to ${perSecond(one[kind].perSecond)})`,
    }));
  } finally {
    await second.stop();
  }
}

/** Calls go to the processes in turn. */
async function ratesAt(site: BenchServer, urls: readonly string[]): Promise<Rates> {
  const names = await pickUserNames(site, CHANGED_USERS);
  const { headers } = await logIn(site.url, 'sysadmin');
  const send = async (turn: number, method: string, path: string) =>
    requireSuccess(await sendRequest(`${urls[turn % urls.length] as string}${path}`, method, headers));
  const reads = await rateOf(2000, 8, (turn) => send(turn, 'GET', '/api/Users/Self'));
  const changes = await rateOf(300, 8, (turn) => {
    const [name, round] = [names[turn % CHANGED_USERS] as string, Math.floor(turn / CHANGED_USERS)];
    return send(turn, 'PUT', `/api/Users/Enable/${name}/${String(round % 2 === 1)}`);
  });
  await site.query(`UPDATE users SET enabled = true WHERE user_name IN (${names.map((name) => `'${name}'`).join()})`);
  const logIns = await rateOf(LOGINS, 3, (turn) => logIn(urls[turn % urls.length] as string, names[turn % LOGINS] as string));
  return { reads, changes, logins: logIns };
}
