/** Reads the state of the cluster from Patroni and etcd, and rows from its primary database. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Plan } from './plan.ts';

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

const ASK_MS = 2000;
const WHOLE_MS = 120_000;

/** The members as seen by the first node that answers. */
async function members(plan: Plan): Promise<readonly Member[]> {
  for (const { apiPort } of plan.nodes) {
    const found = await ask<{ members?: Member[] }>(`http://127.0.0.1:${String(apiPort)}/cluster`);
    if (found?.members) return found.members;
  }
  return [];
}

export const primaryOf = async (plan: Plan): Promise<Plan['nodes'][number] | undefined> => {
  const leader = (await members(plan)).find(({ role, state }) => role === 'leader' && state === 'running');
  return plan.nodes.find(({ name }) => name === leader?.name);
};

/** Resolves once there is a primary, a synchronous standby and another replica. */
export async function untilWhole(plan: Plan): Promise<void> {
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < WHOLE_MS) {
    const found = await members(plan);
    const roles = found.filter(({ state }) => state === 'running' || state === 'streaming').map(({ role }) => role);
    if (['leader', 'sync_standby', 'replica'].every((role) => roles.includes(role))) return;
    await pause(200);
  }
  throw new Error(`The cluster is not whole: ${JSON.stringify(await members(plan))}`);
}

/** The member of etcd that leads, as its number from 1. */
export async function etcdLeader(plan: Plan): Promise<number | undefined> {
  const states = await Promise.all(
    plan.etcdPorts.map((port) =>
      ask<{ leader?: string; header?: { member_id?: string } }>(`http://127.0.0.1:${String(port)}/v3/maintenance/status`, '{}'),
    ),
  );
  const index = states.findIndex((state) => state?.leader !== undefined && state.leader === state.header?.member_id);
  return index < 0 ? undefined : index + 1;
}

async function ask<T>(address: string, body?: string): Promise<T | undefined> {
  try {
    const response = await fetch(address, {
      signal: AbortSignal.timeout(ASK_MS),
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    return (await response.json()) as T;
  } catch {
    return undefined;
  }
}

export async function queryPrimary<Row extends pg.QueryResultRow>(
  { primaryUrl }: Plan,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
