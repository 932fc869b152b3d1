/** A worker thread that never gives way: only its end from outside stops it. It counts in shared memory how often it has turned. */
import { parentPort, workerData } from 'node:worker_threads';

const turns = new Int32Array(workerData);
parentPort?.postMessage('started');
for (;;) Atomics.add(turns, 0, 1);
