/** How much processor time a process and all its descendants have used: on a machine that others use too, the figure that lasts. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

interface Usage {
  readonly parent: number;
  readonly ms: number;
}

function usageOf(pid: string): Usage | undefined {
  try {
    // The name in parentheses may hold anything; what follows it is numbers. Ended children count with their parent.
    const [, parent = '', , , , , , , , , , user = '', system = '', endedUser = '', endedSystem = ''] = readFileSync(
      `/proc/${pid}/stat`,
      'utf8',
    )
      .replace(/^.*\) /s, '')
      .split(' ');
    return {
      parent: Number(parent),
      ms: [user, system, endedUser, endedSystem].reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0),
    };
  } catch {
    return undefined;
  }
}

/** Milliseconds of processor time of the tree below `root`, itself left out; NaN where there is no /proc. */
export function cpuOfChildren(root: number): number {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return Number.NaN;
  }
  const all = new Map(pids.map((pid) => [Number(pid), usageOf(pid)]));
  const below = (pid: number): boolean => {
    const parent = all.get(pid)?.parent;
    return parent !== undefined && parent > 1 && (parent === root || below(parent));
  };
  return [...all].reduce((sum, [pid, usage]) => sum + (usage && below(pid) ? usage.ms : 0), 0);
}

/** Resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kb) * 1024;
}
