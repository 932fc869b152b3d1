/** COPY through `pg`, which knows the protocol's messages but offers no call for it: a table as text, out of the store and into it. */
import { once } from 'node:events';
import pg from 'pg';

/** What of a connection COPY needs; its types leave these out. */
interface CopyConnection {
  readonly stream: { pause(): void; resume(): void; readonly writableNeedDrain: boolean } & NodeJS.EventEmitter;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

/** Gives every line of `COPY … TO STDOUT`; the store waits while `take` does. */
export async function copyOut(
  client: pg.ClientBase,
  statement: string,
  take: (line: Buffer) => Promise<void> | undefined,
): Promise<void> {
  await submit(client, (done) => {
    let failure: Error | undefined;
    return Object.assign(new pg.Query(statement, (error: Error | undefined) => done(failure ?? error)), {
      handleCopyData({ chunk }: { chunk: Buffer }, { stream }: CopyConnection) {
        const busy = failure ? undefined : take(Buffer.from(chunk));
        if (!busy) return;
        stream.pause();
        busy
          .catch((error: unknown) => (failure = error as Error))
          .finally(() => {
            stream.resume();
          });
      },
    });
  });
}

/** Sends `chunks` into `COPY … FROM STDIN`, no faster than the store takes them. What they throw ends the statement. */
export async function copyIn(client: pg.ClientBase, statement: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  await submit(client, (done) => {
    let failure: Error | undefined;
    const send = async (connection: CopyConnection) => {
      for await (const chunk of chunks) {
        connection.sendCopyFromChunk(chunk);
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
      }
      connection.endCopyFrom();
    };
    return Object.assign(new pg.Query(statement, (error: Error | undefined) => done(failure ?? error)), {
      handleCopyInResponse(connection: CopyConnection) {
        send(connection).catch((error: unknown) => {
          failure = error as Error;
          connection.sendCopyFail('The sender failed');
        });
      },
    });
  });
}

function submit(client: pg.ClientBase, query: (done: (error: Error | undefined) => void) => pg.Query): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(
      query((error) => {
        if (error) reject(error);
        else resolve();
      }),
    );
  });
}
