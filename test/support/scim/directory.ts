/** An organisation's directory as a program: a key of its own, and requests with it. */
import type { TestServer } from '../server.ts';
import { logInAs } from '../logInAs.ts';

/** Fields of a reply that the tests read: a user, a group, a list or a refusal. */
export interface Resource {
  readonly id: string;
  readonly userName: string;
  readonly externalId: string;
  readonly displayName: string;
  readonly active: boolean;
  readonly emails: readonly { readonly value: string; readonly type?: string }[];
  readonly members: readonly { readonly value: string }[];
  readonly Resources: readonly Resource[];
  readonly totalResults: number;
}

export interface Answer {
  readonly status: number;
  readonly body: Resource;
  readonly type: string;
  readonly etag: string | null;
  readonly headers: Headers;
}

export interface DirectoryProgram {
  readonly organisationId: string;
  readonly key: string;
  readonly send: (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The same directory at another server of the database. */
  readonly on: (server: Pick<TestServer, 'url'>) => DirectoryProgram;
  /** Appends flags to the address, like Entra's. */
  readonly with: (flags: string) => DirectoryProgram;
}

export async function connectDirectory(site: TestServer, organisation = 'Harbour Mutual'): Promise<DirectoryProgram> {
  const sysadmin = await logInAs(site, 'sysadmin');
  const { id: organisationPublicId } = await site.database.row<{ id: string }>(
    `SELECT organisation_id AS id FROM organisations WHERE name = $1`,
    [organisation],
  );
  const body = { name: 'Directory', expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString() };
  const { key } = await sysadmin.ok('Provisioning.NewKey', { organisationPublicId, body });
  return program(site, organisationPublicId, key, '');
}

export function program(site: Pick<TestServer, 'url'>, organisationId: string, key: string, flags: string): DirectoryProgram {
  return {
    organisationId,
    key,
    on: (server) => program(server, organisationId, key, flags),
    with: (more) => program(site, organisationId, key, more),
    send: async (method, path, body, headers = {}) => {
      const query = flags === '' ? '' : `${path.includes('?') ? '&' : '?'}${flags}`;
      const reply = await fetch(`${site.url}/scim/v2${path}${query}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== undefined && { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await reply.text();
      return {
        status: reply.status,
        body: (text === '' ? {} : JSON.parse(text)) as Resource,
        type: reply.headers.get('content-type') ?? '',
        etag: reply.headers.get('etag'),
        headers: reply.headers,
      };
    },
  };
}

export const filterOf = (filter: string): string => `filter=${encodeURIComponent(filter)}`;

/** @throws Error for another status */
export async function expecting(status: number, answer: Promise<Answer>): Promise<Resource> {
  const { status: actual, body } = await answer;
  if (actual !== status) throw new Error(`${actual} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}
