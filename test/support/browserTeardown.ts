/** Jest global teardown of the e2e tests. */
import { stopBrowsers } from './browsers.ts';
import { stopTestCluster } from './cluster.ts';

export default async function tearDown(): Promise<void> {
  await Promise.all([stopBrowsers(), stopTestCluster()]);
}
