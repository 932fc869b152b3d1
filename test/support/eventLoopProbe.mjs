/**
 * Loaded into a server under test: measures the longest event-loop turn in CPU time, which other processes do not lengthen.
 * Replies to each IPC message with the longest turn since the previous message, and the sum of all.
 */
const EVERY_MS = 5;

let before = usedMs();
let longestMs = 0;
let totalMs = 0;

function usedMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

// CPU time since the timer last fired: one turn, or several short ones.
setInterval(() => {
  const now = usedMs();
  longestMs = Math.max(longestMs, now - before);
  totalMs += now - before;
  before = now;
}, EVERY_MS).unref();

process.on('message', () => {
  process.send?.({ longestMs, totalMs });
  longestMs = 0;
  totalMs = 0;
});
process.channel?.unref();
