/**
 * Hears over a connection of its own which tables have rows that wait for a job (`NOTIFY due`, sent by triggers with the commit). Jobs look by
 * themselves as well, only less often: a notification may be lost with the connection, and none arrives through a pooler that lends a
 * connection for a transaction.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { WatchedClient } from './silentConnections.ts';

const RECONNECT_MS = 1000;
const END_TIMEOUT_MS = 300;

interface Listening {
  /** PostgreSQL itself, not a pooler. */
  readonly url: string;
  readonly connectTimeoutMs: number;
}

/** @param onDue gets the name of the table. @param onListening after each connect: what was sent before it is lost. @returns a function that ends the connection */
export function listenForDue(
  { url, connectTimeoutMs }: Listening,
  onDue: (table: string) => void,
  onListening: () => void,
): () => Promise<void> {
  let isClosed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  function reconnect(): void {
    client = undefined;
    if (!isClosed) retry ??= setTimeout(connect, RECONNECT_MS).unref();
  }

  function connect(): void {
    retry = undefined;
    const connection = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'gatehouse jobs',
    });
    client = connection;
    connection.on('notification', ({ payload }) => {
      if (payload !== undefined) onDue(payload);
    });
    connection.on('error', () => undefined);
    connection.once('end', reconnect);
    connection.connect().then(
      () => connection.query('LISTEN due').then(onListening, () => connection.end()),
      () => {
        connection.end().catch(() => undefined);
        reconnect();
      },
    );
  }

  connect();
  return async () => {
    isClosed = true;
    clearTimeout(retry);
    // A silent connection does not end by itself.
    await Promise.race([client?.end().catch(() => undefined), delay(END_TIMEOUT_MS, undefined, { ref: false })]);
    (client as unknown as WatchedClient | undefined)?.connection.stream.destroy();
  };
}
