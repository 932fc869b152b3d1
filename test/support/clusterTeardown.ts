/** Jest's global tear-down: leaves no process and no file behind. */
export { stopTestCluster as default } from './cluster.ts';
