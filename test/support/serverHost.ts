/**
 * A process that runs one server at a time for the test files of a Jest worker: its modules are loaded and compiled once instead
 * of for every file. A connection to its socket (`process.argv[2]`) is one server, which ends with it. Messages are JSON lines:
 * `"reserve"` → `{ isReserved }`; the environment → `{ url, outputFrom }` or `{ error }`; `"stop"` → `{ stopped }`.
 */
import { fstatSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Running } from '../../server/start.ts';

const STDOUT = 1;

let isBusy = false;

createServer((socket) => {
  socket.on('error', () => undefined);
  void serve(socket);
}).listen(process.argv[2]);

async function serve(socket: Socket): Promise<void> {
  const answer = (message: object) => {
    if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
  };
  let running: Running | undefined;
  let holds = false;
  const lines = createInterface(socket);
  // The test process is gone: its server ends with it.
  lines.on('error', () => lines.close());
  try {
    for await (const line of lines) {
      const message = JSON.parse(line) as 'reserve' | 'stop' | NodeJS.ProcessEnv;
      if (message === 'stop') break;
      if (message === 'reserve') {
        answer({ isReserved: !isBusy });
        if (isBusy) break;
        isBusy = holds = true;
      } else {
        const outputFrom = fstatSync(STDOUT).size;
        running = await start(message);
        answer({ url: running.url, outputFrom });
      }
    }
  } catch (error) {
    answer({ error: String(error) });
  }
  await running?.close();
  if (holds) {
    isBusy = false;
    answer({ stopped: true });
  }
  socket.end();
}

/** Starts a server as `server/main.ts` does. */
async function start(env: NodeJS.ProcessEnv): Promise<Running> {
  const [{ readConfig }, { startServer }, { announce }] = await Promise.all([
    import('../../server/config/config.ts'),
    import('../../server/start.ts'),
    import('../../server/process/announce.ts'),
  ]);
  const config = readConfig(env);
  const running = await startServer(config);
  try {
    await announce(config, running);
    return running;
  } catch (error) {
    await running.close();
    throw error;
  }
}
