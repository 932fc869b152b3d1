/** Memory and processor time of an idle server, and its memory after many logins. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchServer } from './benchServer.ts';
import { logIn } from './client.ts';
import { descendantsCpuMs, processCpuMs, residentBytes } from './cpu.ts';
import { atMost, unbudgeted, type ResultRow } from './resultTable.ts';
import { pickUserNames } from './server.ts';
import { megabytes } from './statistics.ts';

/** By then V8 has released what the start needed. */
const SETTLED_MS = 40_000;
const IDLE_MS = 30_000;
const LOGINS = 1000;

/** The audit of the demo's users is sealed by the first server's job, once. */
async function untilSealed(site: BenchServer): Promise<void> {
  const open = `SELECT 1 WHERE (SELECT count(*) FROM audit_events) > (SELECT coalesce(sum(events), 0) FROM audit_signatures)`;
  while ((await site.query(open)).length > 0) await delay(1000);
}

const percent = (share: number): string => `${share.toFixed(2)} % of a core`;

export async function measureIdle(site: BenchServer): Promise<ResultRow[]> {
  await untilSealed(site);
  await site.restart();
  await delay(SETTLED_MS);
  const [cpuMs, serverMs, beganMs] = [descendantsCpuMs(process.pid), processCpuMs(site.pid), performance.now()];
  await delay(IDLE_MS);
  const share = (usedMs: number) => (100 * usedMs) / (performance.now() - beganMs);
  const idleShare = share(descendantsCpuMs(process.pid) - cpuMs);
  const serverShare = share(processCpuMs(site.pid) - serverMs);
  const idleBytes = residentBytes(site.pid);
  const names = await pickUserNames(site, 100);
  let turn = 0;
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (turn < LOGINS) {
        turn += 1;
        await logIn(site.url, names[turn % names.length] as string);
      }
    }),
  );
  return [
    atMost('processor while idle, server and database', idleShare, 0.3, percent),
    unbudgeted('… the server alone', percent(serverShare)),
    atMost('memory of the server, idle', idleBytes, 150e6, megabytes),
    atMost('… after 1,000 logins', residentBytes(site.pid), 200e6, megabytes),
  ];
}
