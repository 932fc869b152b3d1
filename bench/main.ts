/**
 * `npm run bench`: measures server, build and, where Chrome is available, browser budgets, and prints one table.
 * `--million` adds the grid and the overview at 1,000,000 users and the audit's chart at 10,000,000 events; `--only calls,browser` selects parts. Times are printed, never asserted.
 */
import { availableParallelism, loadavg } from 'node:os';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../deploy/sources.ts';
import { measureAuditChart, measureAuditChartOfMany } from './auditChart.ts';
import { withAdminBrowser } from './browser.ts';
import { seconds } from './statistics.ts';
import { measureFirstViews } from './firstView.ts';
import { measureGridUse, measureLogIn } from './grid.ts';
import { measureIdle } from './idle.ts';
import { measureHeapGrowth } from './longSession.ts';
import { measureLogins } from './logins.ts';
import { measureCalls, measureExport, measureGrid, measureStarts } from './server.ts';
import { startBenchServer } from './benchServer.ts';
import { measureOidc } from './oidc.ts';
import { measureProviderLogins } from './providerLogins.ts';
import { measureProcesses } from './processes.ts';
import { measureForeignInput } from './foreignInput/measure.ts';
import { measureEventLoopDelay } from './eventLoopDelay.ts';
import { measureMoveIn } from './moveIn.ts';
import { measureScim } from './scim.ts';
import { measureOverview, measureOverviewOfMany } from './overview.ts';
import { measureDemo, measureRebuild } from './start.ts';
import { atMost, formatRow, type ResultRow } from './resultTable.ts';
import { measureBundles } from './bundleSizes.ts';

const USERS = 5000;
const MANY_USERS = 1_000_000;
/** Enough users to show what grows with the directory, without `--million`. */
const OVERVIEW_USERS = 100_000;
const CHART_EVENTS = 1_000_000;
const MANY_EVENTS = 10_000_000;
const { values } = parseArgs({ options: { million: { type: 'boolean' }, only: { type: 'string' } } });
const wanted = values.only?.split(',');

async function runPart(name: string, measure: () => Promise<ResultRow | ResultRow[]> | ResultRow | ResultRow[]): Promise<void> {
  if (wanted && !wanted.includes(name)) return;
  const rows = await measure();
  for (const row of Array.isArray(rows) ? rows : [rows]) console.log(formatRow(row));
}

function build(): ResultRow[] {
  const run = () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['deploy/ensureBuilt.ts', '--always'], {
      cwd: root,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return performance.now() - began;
  };
  return [
    atMost('production build', run(), 60_000, seconds),
    { ...atMost('the same again, from its cache', run(), 60_000, seconds), budget: '' },
  ];
}

console.log(
  `${String(availableParallelism())} cores, load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}, Node ${process.version}\n`,
);
await runPart('build', build);
await runPart('size', measureBundles);
await runPart('dev', measureRebuild);
await runPart('start', measureDemo);
const site = await startBenchServer(USERS);
try {
  await runPart('start', () => measureStarts(site));
  await runPart('idle', () => measureIdle(site));
  await runPart('grid', () => measureGrid(site, USERS));
  await runPart('logins', () => measureLogins(site));
  await runPart('logins', () => measureProviderLogins(site));
  await runPart('overview', () => measureOverview(site, USERS));
  await runPart('chart', () => measureAuditChart(site));
  await runPart('calls', () => measureCalls(site));
  await runPart('processes', () => measureProcesses(site));
  await runPart('oidc', () => measureOidc(site));
  await runPart('export', () => measureExport(site));
  await runPart('views', () => withAdminBrowser(site.url, measureFirstViews));
  await runPart('browser', () => withAdminBrowser(site.url, measureLogIn));
  await runPart('browser', () => withAdminBrowser(site.url, measureGridUse));
  await runPart('hour', () => withAdminBrowser(site.url, measureHeapGrowth));
  // These run last, because they add users.
  await runPart('scim', () => measureScim(site));
  await runPart('movein', () => measureMoveIn(site));
  await runPart('stall', () => measureForeignInput(site));
  await runPart('stall', () => measureEventLoopDelay(site));
} finally {
  await site.stop();
}
if (!values.million) await runPart('overview', () => measureOverviewOfMany(OVERVIEW_USERS));
await runPart('chart', () => measureAuditChartOfMany(USERS, values.million ? MANY_EVENTS : CHART_EVENTS));
if (values.million) {
  const large = await startBenchServer(MANY_USERS);
  try {
    await runPart('overview', () => measureOverview(large, MANY_USERS));
    await runPart('grid', () => measureGrid(large, MANY_USERS));
    await runPart('browser', () => withAdminBrowser(large.url, measureLogIn));
    await runPart('browser', () => withAdminBrowser(large.url, measureGridUse));
  } finally {
    await large.stop();
  }
}
