/**
 * Gives up database connections that have gone silent: a proxy or firewall that drops packets closes nothing, and TCP alone would
 * wait for minutes. A slow statement is silent too, so the database is asked over a new connection before anything is cut. Where
 * one has gone silent, the idle ones may have too, so they are replaced with it.
 */
import type { Socket } from 'node:net';
import pg from 'pg';

export interface SilenceLimits {
  /** How long a connection that should answer may be silent before the database is probed. */
  quietMs: number;
  /** Maximum time for the answer. */
  probeMs: number;
}

/** Fields of a pg connection, some of which its types lack. */
export interface WatchedClient {
  readonly connection: { readonly stream: Socket };
  readonly processID: number | null;
  /** False while a statement is running. */
  readonly readyForQuery: boolean;
  readonly _ending: boolean;
  /** Whether the backend is this connection's alone, not a pooler's. */
  readonly direct: boolean;
}

interface WatchedPool {
  readonly clients: ReadonlySet<WatchedClient>;
  /** Whether `client` is in the pool, not in use. */
  isIdle(client: WatchedClient): boolean;
  /** Whether a process id of `client` is one of the database at `url`. */
  isDirect(client: WatchedClient): boolean;
  readonly url: string;
  /** Address that bypasses a pooler. */
  readonly directUrl: string | undefined;
}

const CHECK_EVERY_MS = 250;
/** While no connection is at work. */
const CHECK_AT_REST_EVERY_MS = 1000;

/** @returns a function that ends the watch */
export function cutSilentConnections(pool: WatchedPool, limits: SilenceLimits, onCut: (count: number) => void): () => void {
  const seen = new WeakMap<WatchedClient, { bytes: number; sinceMs: number }>();

  const hasNoTraffic = (client: WatchedClient): boolean => {
    const { stream } = client.connection;
    const bytes = stream.bytesRead + stream.bytesWritten;
    const before = seen.get(client);
    if (before?.bytes !== bytes) {
      seen.set(client, { bytes, sinceMs: performance.now() });
      return false;
    }
    return performance.now() - before.sinceMs > limits.quietMs;
  };
  const isAtWork = (client: WatchedClient): boolean => !client.readyForQuery || client._ending;
  const isQuiet = (client: WatchedClient): boolean => hasNoTraffic(client) && isAtWork(client);
  const isSuspect = (client: WatchedClient): boolean => hasNoTraffic(client) && pool.isIdle(client);

  async function check(): Promise<void> {
    const quiet = [...pool.clients].filter(isQuiet);
    if (quiet.length === 0) return;
    const pids = quiet.filter((client) => pool.isDirect(client)).map((client) => client.processID ?? 0);
    const working = await workingBackends(pool, pids, limits.probeMs);
    const silent = quiet.filter(
      (client) => isQuiet(client) && (!working || (pool.isDirect(client) && !working.has(client.processID ?? 0))),
    );
    if (silent.length === 0) return;
    const cut = new Set([...silent, ...[...pool.clients].filter(isSuspect)]);
    for (const { connection } of cut) connection.stream.destroy(new Error('Connection terminated: the database is silent'));
    onCut(cut.size);
  }

  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const checkLater = () => {
    const isAtRest = ![...pool.clients].some(isAtWork);
    timer = setTimeout(checkNow, isAtRest ? CHECK_AT_REST_EVERY_MS : CHECK_EVERY_MS).unref();
  };
  const checkNow = () => {
    void check().finally(() => {
      if (!isEnded) checkLater();
    });
  };
  checkLater();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

/** The backends among `pids` that execute a statement; undefined if the database does not answer. */
async function workingBackends(
  { url, directUrl }: WatchedPool,
  pids: number[],
  probeMs: number,
): Promise<Set<number> | undefined> {
  const ask = async (address: string, statement?: (client: pg.Client) => Promise<Set<number>>): Promise<Set<number>> => {
    const client = new pg.Client({
      connectionString: address,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
      application_name: 'gatehouse probe',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await statement?.(client)) ?? new Set();
    } finally {
      // `end` would wait for the other side.
      (client as unknown as WatchedClient).connection.stream.destroy();
    }
  };
  const backends = async (client: pg.Client) => {
    const { rows } = await client.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state NOT LIKE 'idle%'",
      [pids],
    );
    return new Set(rows.map(({ pid }) => pid));
  };
  try {
    // A pooler only has to accept a connection: its statements may wait for a place that slow ones hold.
    const found = await Promise.all([
      ask(url, directUrl === undefined && pids.length > 0 ? backends : undefined),
      ...(directUrl === undefined ? [] : [ask(directUrl, backends)]),
    ]);
    return new Set(found.flatMap((working) => [...working]));
  } catch (error) {
    return isRefusal(error) ? new Set(pids) : undefined;
  }
}

/** Errors such as too many clients prove that the database is up; those of one that starts or stops (57P…) don't. */
const isRefusal = (error: unknown): boolean => {
  const { code = '' } = error as { code?: string };
  return error instanceof pg.DatabaseError && !code.startsWith('57P');
};
