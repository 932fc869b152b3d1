/** How Jest workers find the test cluster and its databases. */

/** Environment variable with the cluster's URL; workers inherit it. */
export const CLUSTER_URL = 'TEST_CLUSTER_URL';
/** Environment variable with the URL of a pooler before the cluster, for the servers of the run; unset without one. */
export const POOLER_URL = 'TEST_POOLER_URL';
/** Environment variable with the URL of a replica of the given cluster (`TEST_DATABASE_URL`), which the servers of the run read from. */
const REPLICA_URL = 'TEST_REPLICA_URL';
/** Environment variable with the name prefix of this run's databases. */
export const RUN_PREFIX = 'TEST_RUN_PREFIX';

/** A database of the test cluster as the server under test reaches it. */
export function asServerReaches(url: string): string {
  return onServer(process.env[POOLER_URL], url) ?? url;
}

/** The same database on the replica of the run, if there is one. */
export function onReplica(url: string): string | undefined {
  return onServer(process.env[REPLICA_URL], url);
}

function onServer(serverUrl: string | undefined, url: string): string | undefined {
  const isOfCluster = new URL(url).host === new URL(process.env[CLUSTER_URL] ?? url).host;
  return serverUrl === undefined || !isOfCluster
    ? undefined
    : databaseAt(serverUrl, decodeURIComponent(new URL(url).pathname.slice(1)));
}

/** URL of another database on the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
