/**
 * Loaded into a server under test: counts what takes long enough for a caller to measure, hashes of passwords and checks of
 * signatures. Replies to each IPC message with the numbers since the previous one.
 */
import { createHook } from 'node:async_hooks';

let hashes = 0;
let signatures = 0;

createHook({
  init(_id, type) {
    if (type === 'ARGON2REQUEST') hashes += 1;
    if (type === 'SIGNREQUEST') signatures += 1;
  },
}).enable();

process.on('message', () => {
  process.send?.({ hashes, signatures });
  hashes = 0;
  signatures = 0;
});
process.channel?.unref();
