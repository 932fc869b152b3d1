/**
 * Runs a program of the server with what keeps its memory small: `node server/process/launch.mjs server/main.ts`. On Linux and macOS the
 * process replaces itself, because malloc and the heap are configured before a process starts; signals reach the program as before.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importStripped } from './stripped.mjs';

/** MB of young objects before they are collected; growth of the heap until all are, in percent of what was in use after the last time. */
const HEAP_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];
/**
 * glibc keeps freed memory for each thread otherwise, and argon2id takes 19 MiB in each of four. So there is one arena for the hashes, beside
 * that of the program, and it keeps the memory of two of them: what the system has to give anew makes a hash take half as long again.
 */
const MIB = 1024 * 1024;
const MALLOC = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(32 * MIB),
  MALLOC_TRIM_THRESHOLD_: String(48 * MIB),
  MALLOC_TOP_PAD_: String(20 * MIB),
};

const [node, , program, ...args] = process.argv;
const isConfigured = HEAP_FLAGS.every((flag) => process.execArgv.includes(flag));
// A replaced process would lose its channel to a parent that is Node.
if (process.execve && !process.connected && !isConfigured)
  process.execve(node, [node, ...HEAP_FLAGS, ...process.execArgv, ...process.argv.slice(1)], { ...MALLOC, ...process.env });

// The malloc of PostgreSQL, which this process may start, is its own affair.
for (const name of Object.keys(MALLOC)) delete process.env[name];
importStripped();
const path = resolve(program);
process.argv = [node, path, ...args];
await import(pathToFileURL(path));
