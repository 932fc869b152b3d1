/** The servers and the people whom the states share. Everything is made when it is first asked for, and once. */
import type { Page } from 'puppeteer';
import { as } from '../../support/as.ts';
import type { Client } from '../../support/client.ts';
import { lendSession } from '../../support/lendSession.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Which of the world's servers a state stands on. */
export type SiteName = 'one application' | 'several applications';

const applications = JSON.stringify([
  { name: 'Claims', displayName: 'Claims workbench', url: 'http://127.0.0.1:9/claims' },
  { name: 'Ledger', displayName: 'Subscriber ledger', url: 'http://127.0.0.1:9/ledger' },
]);

/** Every state is reached several times over, by the same few people. */
const patient = Object.fromEntries(
  [
    'LIMIT_FAILURES_TO_LOCK',
    'LIMIT_FAILURES_HARD_STOP',
    'LIMIT_MFA_FAILURES',
    'LIMIT_MFA_FAILURES_TO_LOCK',
    'LIMIT_LOGINS_PER_ADDRESS',
    'LIMIT_RECOVERY_MAILS',
    'LIMIT_RECOVERY_PER_ADDRESS',
    'LIMIT_TICKETS_PER_ADDRESS',
  ].map((name) => [name, '100000']),
);

export class World {
  readonly #made = new Map<string, Promise<unknown>>();
  readonly #servers: TestServer[] = [];

  /** What `make` gives, made once under this name. */
  once<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = this.#made.get(name) ?? make();
    this.#made.set(name, made);
    return made as Promise<Made>;
  }

  site(name: SiteName = 'one application'): Promise<TestServer> {
    return this.once(name, async () => {
      const server = await startServer({
        env: { ...patient, ...(name === 'several applications' && { APPLICATIONS: applications }) },
      });
      this.#servers.push(server);
      return server;
    });
  }

  /** Somebody signed in, the same session each time. */
  client(site: TestServer, userName: string): Promise<Client> {
    return this.once(`${userName} at ${site.url}`, () => as(site, userName));
  }

  async lend(site: TestServer, userName: string, page: Page): Promise<void> {
    await lendSession(await this.client(site, userName), page);
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}
