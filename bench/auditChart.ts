/** The audit report's chart: first and further readings of it with its most frequent values, at a few events and at many. */
import { type BenchServer, startBenchServer } from './benchServer.ts';
import { logIn } from './client.ts';
import { atMost, type ResultRow } from './resultTable.ts';
import { waitForRollUp } from './rollUp.ts';
import { requireSuccess } from './server.ts';
import { integer, median, ms, percentile } from './statistics.ts';

const READINGS = 50;
const BUDGET_MS = 300;
const DAY_MS = 86_400_000;
const FILL_STEP = 500_000;
const MAX_SAMPLES = 5000;

/** A year of events in the order of time, as like those of the demo as they can be. */
async function addEvents(site: BenchServer, events: number): Promise<void> {
  const [{ samples } = { samples: 0 }] = await site.query<{ samples: number }>(
    `SELECT least(count(*), ${String(MAX_SAMPLES)})::int AS samples FROM audit_events`,
  );
  for (let from = 0; from < events; from += FILL_STEP) {
    await site.query(
      `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, organisation, outcome, ip, user_agent, details)
       SELECT gen_random_uuid(), now() - interval '365 days' * (1 - n::float8 / ${String(events)}), s.actor, s.action, s.target, s.target_user_id,
              s.organisation_id, s.organisation, s.outcome, s.ip, s.user_agent, s.details
         FROM generate_series(${String(from + 1)}, ${String(Math.min(events, from + FILL_STEP))}) n
         JOIN (SELECT *, row_number() OVER () - 1 AS i FROM (SELECT * FROM audit_events ORDER BY seq LIMIT ${String(samples)}) e) s
           ON s.i = n % ${String(samples)}
        ORDER BY n`,
    );
  }
  await site.query('VACUUM ANALYZE audit_events');
  await site.restart();
}

export async function measureAuditChart(site: BenchServer): Promise<ResultRow[]> {
  const events = await waitForRollUp(site);
  const admin = await logIn(site.url, 'sysadmin');
  const monthAgo = encodeURIComponent(new Date(Date.now() - 30 * DAY_MS).toISOString());
  const asked = {
    'the last month': `?from=${monthAgo}`,
    'all time': '?',
    'all time, one action': '?action=Login.Login&outcome=failure',
    'all time, one actor': '?actor=sysadmin',
  };
  const rows: ResultRow[] = [];
  for (const [what, query] of Object.entries(asked)) {
    const read = async () => requireSuccess(await admin.get(`/api/Users/AuditHistogram${query}&timeZone=Europe%2FBerlin`)).tookMs;
    const firstMs = await read();
    const times: number[] = [];
    for (let turn = 0; turn < READINGS; turn += 1) times.push(await read());
    rows.push({
      ...atMost(`audit chart of ${what}, ${integer(events)} events, p95`, percentile(times, 0.95), BUDGET_MS, ms),
      measured: `${ms(percentile(times, 0.95))} (median ${ms(median(times))}, first ${ms(firstMs)})`,
    });
  }
  return rows;
}

/** Measures the chart with many events, in a directory of its own. */
export async function measureAuditChartOfMany(users: number, events: number): Promise<ResultRow[]> {
  const site = await startBenchServer(users);
  try {
    await addEvents(site, events);
    return await measureAuditChart(site);
  } finally {
    await site.stop();
  }
}
