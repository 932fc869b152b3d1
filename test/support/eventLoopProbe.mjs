/**
 * Loaded into a server that a test starts: measures the longest turn of its event loop, in processor time, which other processes on
 * the machine don't lengthen. Each message from the test is answered with that of the time since the last one.
 */
const EVERY_MS = 5;

let before = usedMs();
let longestMs = 0;

function usedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// What the thread used since the timer last came round was one turn, or several short ones.
setInterval(() => {
  const now = usedMs();
  longestMs = Math.max(longestMs, now - before);
  before = now;
}, EVERY_MS).unref();

process.on('message', () => {
  process.send?.({ longestMs });
  longestMs = 0;
});
process.channel?.unref();
