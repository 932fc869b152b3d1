/**
 * `npm run bench`: everything of the budgets that server and build decide, and of the browser where there is one, as one table.
 * `--million` measures the grid at 1,000,000 people too; `--only calls,browser` some parts. Times are printed, never asserted.
 */
import { availableParallelism, loadavg } from 'node:os';
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../deploy/sources.ts';
import { inBrowser } from './browser.ts';
import { seconds } from './figures.ts';
import { measureFirstViews } from './firstView.ts';
import { measureHands, measureLogIn } from './grid.ts';
import { measureHour } from './hour.ts';
import { measureCalls, measureExport, measureGrid, measureStarts } from './server.ts';
import { openSite } from './site.ts';
import { measureStalls } from './stall.ts';
import { measureDemo, measureRebuild } from './start.ts';
import { atMost, written, type Row } from './table.ts';
import { weighBuild } from './weigh.ts';

const USERS = 5000;
const MANY = 1_000_000;
const { values } = parseArgs({ options: { million: { type: 'boolean' }, only: { type: 'string' } } });
const wanted = values.only?.split(',');

async function part(name: string, measure: () => Promise<Row | Row[]> | Row | Row[]): Promise<void> {
  if (wanted && !wanted.includes(name)) return;
  const rows = await measure();
  for (const row of Array.isArray(rows) ? rows : [rows]) console.log(written(row));
}

function build(): Row[] {
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
await part('build', build);
await part('size', weighBuild);
await part('dev', measureRebuild);
await part('start', measureDemo);
const site = await openSite(USERS);
try {
  await part('start', () => measureStarts(site));
  await part('grid', () => measureGrid(site, USERS));
  await part('calls', () => measureCalls(site));
  await part('export', () => measureExport(site));
  await part('views', () => inBrowser(site.url, measureFirstViews));
  await part('browser', () => inBrowser(site.url, measureLogIn));
  await part('browser', () => inBrowser(site.url, measureHands));
  await part('hour', () => inBrowser(site.url, measureHour));
  // Last, as it fills the directory.
  await part('stall', () => measureStalls(site));
} finally {
  await site.stop();
}
if (values.million) {
  const large = await openSite(MANY);
  try {
    await part('grid', () => measureGrid(large, MANY));
    await part('browser', () => inBrowser(large.url, measureLogIn));
    await part('browser', () => inBrowser(large.url, measureHands));
  } finally {
    await large.stop();
  }
}
