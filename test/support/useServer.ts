/** A server for a whole test file, in one line: `const site = useServer();`. */
import { createDatabase, type TestDatabase } from './database.ts';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

interface Options extends ServerOptions {
  /** How many people the demo directory has, where the template's few hundred are not enough. */
  readonly people?: number;
}

/** Time for a directory of several thousand, on a busy machine. */
const START_MS = 60_000;

/** Starts before the file's first test and ends after its last; only tests and hooks may read it. */
export function useServer({ people, ...options }: Options = {}): TestServer {
  let server: TestServer | undefined;
  let crowd: TestDatabase | undefined;
  beforeAll(async () => {
    if (people !== undefined) {
      // It loads much of the server, which few files need.
      const { seedTemplate } = await import('./template.ts');
      crowd = await createDatabase({ contents: 'empty' });
      await seedTemplate(crowd.url, people);
    }
    server = await startServer({ ...options, ...(crowd && { database: crowd }) });
  }, START_MS);
  afterAll(async () => {
    await server?.stop();
    await crowd?.drop();
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
    ask: () => running().ask(),
    output: () => running().output(),
    mails: () => running().mails(),
    stop: () => running().stop(),
    kill: () => running().kill(),
  };
}
