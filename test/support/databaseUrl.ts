/** Where the databases of tests are. */

/** The variable by which workers find the cluster; they inherit the environment. */
export const CLUSTER_URL = 'TEST_CLUSTER_URL';
/** The variable with the beginning of the name of every database of this run. */
export const RUN_PREFIX = 'TEST_RUN_PREFIX';

/** The address of another database on the same server. */
export function databaseAt(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
