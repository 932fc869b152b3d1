/** One server for a whole test file: `const site = useServer();`. */
import { createDatabase, type TestDatabase } from './database.ts';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

interface Options extends ServerOptions {
  /** Number of users in the demo directory, if the template's 300 are not enough. */
  readonly users?: number;
  /** Another process of the product, on this one's database. */
  readonly beside?: TestServer;
}

/** Starts in `beforeAll` and stops in `afterAll`; accessible in tests and hooks only. */
export function useServer({ users, beside, ...options }: Options = {}): TestServer {
  let server: TestServer | undefined;
  let ownDatabase: TestDatabase | undefined;
  beforeAll(async () => {
    if (users !== undefined) {
      // Imported on demand: it loads much of the server.
      const { seedTemplate } = await import('./template.ts');
      ownDatabase = await createDatabase({ contents: 'empty' });
      await seedTemplate(ownDatabase.url, users);
    }
    const database = ownDatabase ?? beside?.database;
    server = await startServer({ ...options, ...(database && { database }) });
  });
  afterAll(async () => {
    await server?.stop();
    await ownDatabase?.drop();
  });
  const running = (): TestServer => {
    if (server === undefined) throw new Error('The server is running inside tests and hooks only');
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
    output: () => running().output(),
    mails: () => running().mails(),
    stop: () => running().stop(),
  };
}
