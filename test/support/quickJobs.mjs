/** Loaded into a server under test: what its jobs do every some seconds or minutes, they do several times a second. */
const EVERY_MS = 200;
const { setInterval } = globalThis;

globalThis.setInterval = (work, ms, ...values) => setInterval(work, Math.min(ms ?? 0, EVERY_MS), ...values);
