/** The overview: a first reading and refreshes, for all organisations and for one, at a few users and at many. */
import { type BenchServer, startBenchServer } from './benchServer.ts';
import { logIn } from './client.ts';
import { atMost, type ResultRow } from './resultTable.ts';
import { waitForRollUp } from './rollUp.ts';
import { requireSuccess } from './server.ts';
import { integer, median, ms, percentile } from './statistics.ts';

const REFRESHES = 100;
const BUDGET_MS = 300;

export async function measureOverview(site: BenchServer, users: number): Promise<ResultRow[]> {
  const events = await waitForRollUp(site);
  const rows: ResultRow[] = [];
  for (const userName of ['sysadmin', 'subadmin']) {
    const admin = await logIn(site.url, userName);
    const read = async () => requireSuccess(await admin.get('/api/Overview?timeZone=Asia%2FKolkata')).tookMs;
    const firstMs = await read();
    const times: number[] = [];
    for (let turn = 0; turn < REFRESHES; turn += 1) times.push(await read());
    const whose = userName === 'sysadmin' ? 'all' : 'one organisation';
    const label = `overview of ${whose}, ${integer(users)} people, ${integer(events)} events, p95`;
    rows.push({
      ...atMost(label, percentile(times, 0.95), BUDGET_MS, ms),
      measured: `${ms(percentile(times, 0.95))} (median ${ms(median(times))}, first ${ms(firstMs)})`,
    });
  }
  return rows;
}

/** Measures the overview in a directory of its own. */
export async function measureOverviewOfMany(users: number): Promise<ResultRow[]> {
  const site = await startBenchServer(users);
  try {
    return await measureOverview(site, users);
  } finally {
    await site.stop();
  }
}
