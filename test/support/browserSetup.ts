/** Jest global setup of the e2e tests: the built front end, PostgreSQL, and one browser per worker. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { browserPath } from './browserPath.ts';
import { startBrowsers } from './browsers.ts';
import { startTestCluster } from './cluster.ts';

export default async function setUp({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../deploy/ensureBuilt.ts')], { stdio: 'inherit' });
  process.env.PUPPETEER_EXECUTABLE_PATH = await browserPath();
  await Promise.all([startBrowsers(maxWorkers), startTestCluster({ maxWorkers })]);
}
