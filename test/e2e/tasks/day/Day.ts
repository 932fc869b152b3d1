/** One day of one administrator in one page: its hands, and what the server knows of it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import type { Client } from '../../../support/client.ts';
import { eventually } from '../../../support/eventually.ts';
import { logInAs } from '../../../support/logInAs.ts';
import type { TestServer } from '../../../support/server.ts';
import { LoginPage } from '../../pages/LoginPage.ts';
import { heading } from '../../pages/onPage.ts';
import { UsersPage } from '../../pages/UsersPage.ts';
import type { Hands } from './Hands.ts';

export class Day {
  readonly site: TestServer;
  readonly page: Page;
  readonly hands: Hands;
  readonly users: UsersPage;
  /** Asks the server beside the browser. */
  readonly client: Client;
  readonly #folder: string;

  private constructor(site: TestServer, hands: Hands, client: Client, folder: string) {
    this.site = site;
    this.page = hands.page;
    this.hands = hands;
    this.users = new UsersPage(hands.page);
    this.client = client;
    this.#folder = folder;
  }

  /** Logs in, which leads to the list of users. */
  static async begin(site: TestServer, hands: Hands): Promise<Day> {
    const { page } = hands;
    const folder = await mkdtemp(join(tmpdir(), 'day-'));
    const session = await page.createCDPSession();
    const browserContextId = page.browserContext().id ?? '';
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder, browserContextId });
    const day = new Day(site, hands, await logInAs(site, 'sysadmin'), folder);
    await new LoginPage(page, site).open();
    await page.waitForSelector('[name="userName"]:focus');
    await hands.type('sysadmin');
    await hands.key('Enter');
    await page.waitForSelector('[name="password"]:focus');
    await hands.type('Demo-pass-1');
    await hands.key('Enter');
    await heading(page, 'User admin');
    await day.users.ready();
    hands.taken();
    return day;
  }

  async end(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  readonly row = <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row> =>
    this.site.database.row<Row & Record<string, unknown>>(sql, values);

  readonly countOf = async (from: string, values: readonly unknown[] = []): Promise<number> =>
    (await this.row<{ count: number }>(`SELECT count(*)::int AS count FROM ${from}`, values)).count;

  /** The lines of the file that the browser has saved. */
  async savedLines(): Promise<readonly string[]> {
    const name = await eventually('the file', async () => (await readdir(this.#folder)).find((file) => file.endsWith('.csv')));
    return (await readFile(join(this.#folder, name), 'utf8')).trimEnd().split('\r\n');
  }
}
