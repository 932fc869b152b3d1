/** Loaded into a server under test: replies to each IPC message with the number of worker threads started since the previous one. */
import { createHook } from 'node:async_hooks';

let threads = 0;

createHook({
  init(_id, type) {
    if (type === 'WORKER') threads += 1;
  },
}).enable();

process.on('message', () => {
  process.send?.(threads);
  threads = 0;
});
process.channel?.unref();
