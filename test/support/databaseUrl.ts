/** How Jest workers find the test cluster and its databases. */

/** Environment variable with the cluster's URL; workers inherit it. */
export const CLUSTER_URL = 'TEST_CLUSTER_URL';
/** Environment variable with the name prefix of this run's databases. */
export const RUN_PREFIX = 'TEST_RUN_PREFIX';

/** URL of another database on the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
