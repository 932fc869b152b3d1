/** Sends what a test of patience needs: any bytes to any path, whatever the answer is. */
import type { BenchServer, ProbedServer } from '../benchServer.ts';
import { browse, logIn, sendRequest, type LoggedInClient, type Reply } from '../client.ts';
import type { PlaceName } from './inventory.ts';

/** An input made to be slow. `prepare` has its own cost, which is not measured. */
export interface Input {
  readonly what: string;
  readonly prepare?: () => Promise<unknown>;
  readonly send: (prepared: unknown) => Promise<unknown>;
}

export type Inputs = Partial<Record<PlaceName, readonly Input[]>>;

export interface Target {
  readonly site: BenchServer;
  readonly server: ProbedServer;
  readonly administrator: LoggedInClient;
  /** Of a browser that is not logged in. */
  readonly anonymous: Readonly<Record<string, string>>;
  readonly organisationId: string;
}

export async function targetOf(site: BenchServer, server: ProbedServer): Promise<Target> {
  const [{ id } = { id: '' }] = await site.query<{ id: string }>(
    `SELECT organisation_id AS id FROM organisations WHERE name = 'Harbour Mutual'`,
  );
  return {
    site,
    server,
    administrator: await logIn(server.url, 'sysadmin'),
    anonymous: (await browse(server.url)).headers(),
    organisationId: id,
  };
}

export const get = ({ server }: Target, path: string, headers: Readonly<Record<string, string>> = {}) =>
  sendRequest(server.url + path, 'GET', headers);

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };

export const postForm = ({ server }: Target, path: string, body: string) => sendRequest(server.url + path, 'POST', FORM, body);

export const postJson = ({ server, anonymous }: Target, path: string, body: string, headers = anonymous): Promise<Reply> =>
  sendRequest(server.url + path, 'POST', { ...headers, 'content-type': 'application/json' }, body);

export const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

export const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(',');
