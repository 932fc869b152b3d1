/** A server for a whole test file, in one line: `const site = useServer();`. */
import { startServer, type ServerOptions, type TestServer } from './server.ts';

/** Starts before the file's first test and ends after its last; only tests and hooks may read it. */
export function useServer(options?: ServerOptions): TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(async () => {
    await server?.stop();
  });
  const running = (): TestServer => {
    if (server === undefined) throw new Error('The server runs only inside tests and hooks');
    return server;
  };
  return {
    get url() {
      return running().url;
    },
    get dataDir() {
      return running().dataDir;
    },
    get database() {
      return running().database;
    },
    get pid() {
      return running().pid;
    },
    output: () => running().output(),
    mails: () => running().mails(),
    stop: () => running().stop(),
    kill: () => running().kill(),
  };
}
