/** How Jest workers find the test cluster and its databases. */

/** Environment variable with the cluster's URL; workers inherit it. */
export const CLUSTER_URL = 'TEST_CLUSTER_URL';
/** Environment variable with the URL of a pooler before the cluster, for the servers of the run; unset without one. */
export const POOLER_URL = 'TEST_POOLER_URL';
/** Environment variable with the name prefix of this run's databases. */
export const RUN_PREFIX = 'TEST_RUN_PREFIX';

/** A database of the test cluster as the server under test reaches it. */
export function asServerReaches(url: string): string {
  const pooler = process.env[POOLER_URL];
  const isOfCluster = new URL(url).host === new URL(process.env[CLUSTER_URL] ?? url).host;
  return pooler === undefined || !isOfCluster ? url : databaseAt(pooler, decodeURIComponent(new URL(url).pathname.slice(1)));
}

/** URL of another database on the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
