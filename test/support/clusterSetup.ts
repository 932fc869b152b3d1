/** Jest global setup of the projects that need a database. */
export { startTestCluster as default } from './cluster.ts';
