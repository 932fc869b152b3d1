/** Text that the store itself makes, line by line and any number of lines: passed on in blocks, no faster than they are taken. */
import { Readable } from 'node:stream';
import type { Compilable } from 'kysely';
import pg from 'pg';
import type { OwnPool } from './database.ts';
import { enterReading, STALLED_MS } from './readers.ts';

const BLOCK_BYTES = 64 * 1024;
/** What UTF-8 makes of one unit of UTF-16, at most. */
const MAX_BYTES = 3;
/** So long the store may take to refuse a query before its answer begins. */
const PATIENCE_MS = 100;

type Lines = Compilable<{ line: string }>;

/**
 * Gives `head`, then the one column of text that `query` selects, row after row with nothing between. What fails at once is
 * thrown; what fails later ends the stream. Whoever destroys the stream ends the query.
 * @param reader who asks, by user name
 * @throws TooManyDownloads, Busy while too many are read
 */
export async function openLines(pool: OwnPool, query: Lines, head: string, reader: string | null = null): Promise<Readable> {
  const leave = enterReading(reader);
  try {
    const client = await pool.connect();
    try {
      // The pool's limit on a statement is for calls that somebody waits for.
      const {
        rows: [settings],
      } = await client.query<{ pid: number }>(`SELECT pg_backend_pid() AS pid, set_config('statement_timeout', '0', false)`);
      return await read(client, query, head, (finished) => {
        leave();
        // It has another limit than its fellows: it does not go back among them.
        client.release(true);
        if (!finished && settings) pool.cancel(settings.pid).catch(() => undefined);
      });
    } catch (error) {
      client.release(true);
      throw error;
    }
  } catch (error) {
    leave();
    throw error;
  }
}

/** Row by row, without a promise or an object that outlives it: what outlives a collection is what memory grows by. */
function read(client: pg.PoolClient, query: Lines, head: string, close: (finished: boolean) => void): Promise<Readable> {
  const { stream: socket } = client.connection;
  const { sql, parameters } = query.compile();
  let block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let filled = block.write(head);
  let finished = false;
  let stalled: NodeJS.Timeout | undefined;

  const lines = new Readable({
    read() {
      clearTimeout(stalled);
      stalled = undefined;
      socket.resume();
    },
    destroy(error, done) {
      clearTimeout(stalled);
      if (!finished) socket.destroy();
      close(finished);
      done(error);
    },
  });
  // It may break off before anybody takes it; whoever does is told then.
  lines.on('error', () => undefined);
  const pass = (bytes: Buffer) => {
    if (lines.push(bytes)) return;
    socket.pause();
    stalled ??= setTimeout(() => lines.destroy(new Error('Nobody takes the file')), STALLED_MS);
  };
  const flush = () => {
    pass(block.subarray(0, filled));
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    filled = 0;
  };
  const write = (line: string) => {
    const most = line.length * MAX_BYTES;
    if (filled + most > BLOCK_BYTES) flush();
    if (most > BLOCK_BYTES) pass(Buffer.from(line));
    else filled += block.write(line, filled);
  };

  return new Promise((resolve, reject) => {
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      clearTimeout(patience);
      flush();
      resolve(lines);
    };
    const patience = setTimeout(begin, PATIENCE_MS);
    const finish = (error: Error | undefined) => {
      finished = true;
      clearTimeout(patience);
      if (error && begun) lines.destroy(error);
      else if (error) reject(error);
      else {
        flush();
        lines.push(null);
      }
    };
    client.query(
      Object.assign(new pg.Query({ text: sql, values: [...parameters] }, finish), {
        handleRowDescription: begin,
        handleDataRow({ fields: [line] }: { readonly fields: readonly [string] }) {
          write(line);
        },
      }),
    );
  });
}
