/** Two processes of the product behind the real nginx, and an application that it guards, which answers with the headers it gets. */
import { createServer } from 'node:http';
import { createDatabase, type TestDatabase } from './database.ts';
import { freePort, startNginx, type Ports } from './nginx.ts';
import { startServerProcess, type TestServer } from './server.ts';

export interface BehindNginx {
  /** Origins of the site and of the application. */
  readonly site: string;
  readonly guarded: string;
  readonly servers: [TestServer, TestServer];
  readonly database: TestDatabase;
  readonly startOne: (index: 0 | 1) => Promise<TestServer>;
  readonly stop: () => Promise<void>;
}

export async function startBehindNginx(): Promise<BehindNginx> {
  const database = await createDatabase();
  const ports: Ports = {
    gatehouse: [await freePort(), await freePort()],
    application: await freePort(),
    site: await freePort(),
    guarded: await freePort(),
  };
  const site = `https://localhost:${String(ports.site)}`;
  const guarded = `https://localhost:${String(ports.guarded)}`;
  const startOne = (index: 0 | 1) =>
    startServerProcess({
      database,
      env: {
        PORT: String(ports.gatehouse[index]),
        PUBLIC_URL: site,
        // The setting is a number or an address, as operators write it.
        TRUST_PROXY: index === 0 ? '1' : 'loopback',
        APPLICATIONS: JSON.stringify([{ name: 'Reports', url: `${guarded}/` }]),
        DRAIN_DELAY_MS: '1000',
        ACCESS_LOG: 'on',
      },
    });
  const servers: [TestServer, TestServer] = [await startOne(0), await startOne(1)];
  const application = createServer((call, response) => response.end(JSON.stringify(call.headers)));
  application.listen(ports.application, '127.0.0.1');
  const stopNginx = await startNginx(ports);
  return {
    site,
    guarded,
    servers,
    database,
    startOne,
    stop: async () => {
      await stopNginx();
      application.close();
      await Promise.all(servers.map((server) => server.stop()));
      await database.drop();
    },
  };
}
