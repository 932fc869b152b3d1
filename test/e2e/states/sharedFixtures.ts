/** Servers and sessions shared by the states, created on first use. */
import type { Page } from 'puppeteer';
import { logInAs } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { copySessionToPage } from '../../support/copySessionToPage.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Which of the servers a state uses. */
export type SiteName = 'one application' | 'several applications' | 'under a name';

const applications = JSON.stringify([
  { name: 'Claims', displayName: 'Claims workbench', url: 'http://127.0.0.1:9/claims' },
  { name: 'Ledger', displayName: 'Subscriber ledger', url: 'http://127.0.0.1:9/ledger' },
]);

/** High limits, as every state is reached several times by the same few users. */
const highLimits = Object.fromEntries(
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

export class SharedFixtures {
  readonly #created = new Map<string, Promise<unknown>>();
  readonly #servers: TestServer[] = [];

  /** The result of `create`, called once per name. */
  once<Value>(name: string, create: () => Promise<Value>): Promise<Value> {
    const created = this.#created.get(name) ?? create();
    this.#created.set(name, created);
    return created as Promise<Value>;
  }

  site(name: SiteName = 'one application'): Promise<TestServer> {
    return this.once(name, async () => {
      const server = await startServer({
        ...(name === 'under a name' && { publicHost: 'localhost' }),
        env: { ...highLimits, ...(name === 'several applications' && { APPLICATIONS: applications }) },
      });
      this.#servers.push(server);
      return server;
    });
  }

  /** A logged-in client, the same session each time. */
  client(site: TestServer, userName: string): Promise<Client> {
    return this.once(`${userName} at ${site.url}`, () => logInAs(site, userName));
  }

  /** Gives the page the session of `client`. */
  async logIn(site: TestServer, userName: string, page: Page): Promise<void> {
    await copySessionToPage(await this.client(site, userName), page);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.stop()));
  }
}
