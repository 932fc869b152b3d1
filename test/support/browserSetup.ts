/** Jest global setup of the e2e tests: PostgreSQL, and one browser per worker. */
import { browserPath } from './browserPath.ts';
import { startBrowsers } from './browsers.ts';
import { startTestCluster } from './cluster.ts';

export default async function setUp({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  process.env.PUPPETEER_EXECUTABLE_PATH = await browserPath();
  await Promise.all([startBrowsers(maxWorkers), startTestCluster({ maxWorkers })]);
}
