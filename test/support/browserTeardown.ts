/** Jest's global tear-down of the browser stories. */
import { stopBrowsers } from './browsers.ts';
import { stopTestCluster } from './cluster.ts';

export default async function tearDown(): Promise<void> {
  await Promise.all([stopBrowsers(), stopTestCluster()]);
}
