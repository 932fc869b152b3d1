/** Jest's global set-up of the browser stories: the cluster, and a browser for every worker to find. */
import { browserPath } from './browserPath.ts';
import { startTestCluster } from './cluster.ts';

export default async function setUp(): Promise<void> {
  process.env.PUPPETEER_EXECUTABLE_PATH = await browserPath();
  await startTestCluster();
}
