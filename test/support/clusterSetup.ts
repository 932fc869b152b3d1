/** Jest's global set-up of every project that needs a database. */
export { startTestCluster as default } from './cluster.ts';
