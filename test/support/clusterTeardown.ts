/** Jest global teardown: removes the databases and stops PostgreSQL. */
export { stopTestCluster as default } from './cluster.ts';
