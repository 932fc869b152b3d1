/** CPU time and memory of processes, from Linux's /proc. CPU time is comparable on a shared machine, elapsed time is not. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ). */
const JIFFY_MS = 10;

interface Usage {
  readonly parent: number;
  readonly ms: number;
}

function readUsage(pid: string): Usage | undefined {
  try {
    // The process name in parentheses may contain anything; numbers follow it. Ended children are counted with their parent.
    const [, parent = '', , , , , , , , , , user = '', system = '', endedUser = '', endedSystem = ''] = readFileSync(
      `/proc/${pid}/stat`,
      'utf8',
    )
      .replace(/^.*\) /s, '')
      .split(' ');
    return {
      parent: Number(parent),
      ms: [user, system, endedUser, endedSystem].reduce((sum, jiffies) => sum + Number(jiffies) * JIFFY_MS, 0),
    };
  } catch {
    return undefined;
  }
}

/** CPU milliseconds of all descendants of `root`, without `root`; NaN where there is no /proc. */
export function descendantsCpuMs(root: number): number {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  const all = new Map(pids.map((pid) => [Number(pid), readUsage(pid)]));
  const isDescendant = (pid: number): boolean => {
    const parent = all.get(pid)?.parent;
    return parent !== undefined && parent > 1 && (parent === root || isDescendant(parent));
  };
  return [...all].reduce((sum, [pid, usage]) => sum + (usage && isDescendant(pid) ? usage.ms : 0), 0);
}

/** CPU milliseconds of one process; NaN where there is no /proc. */
export const processCpuMs = (pid: number): number => readUsage(String(pid))?.ms ?? Number.NaN;

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kb) * 1024;
}
