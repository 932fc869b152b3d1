/** Logins with an identity provider, by plain requests like a browser's. */
import { randomUUID } from 'node:crypto';
import type { Connection, ConnectionAttempt } from '../../api/contract/identityProviders.shapes.ts';
import type { BodyOf } from '../../api/contract/index.ts';
import { createClient, type Client } from './client.ts';
import { logInAs } from './logInAs.ts';
import type { TestServer } from './server.ts';
import { UPSTREAM_CLIENT } from './upstream.ts';

type Site = Pick<TestServer, 'url' | 'database'>;
export type ConnectionSettings = Partial<BodyOf<'Connections.Create'>>;

const organisationNamed = async ({ database }: Site, name: string): Promise<string> =>
  (await database.row<{ id: string }>(`SELECT organisation_id AS id FROM organisations WHERE name = $1`, [name])).id;

/** A domain that the organisation has proven. */
export async function proveDomain(site: Site, domain: string, organisation = 'Harbour Mutual'): Promise<void> {
  await site.database.query(
    `INSERT INTO domains (domain_id, organisation_id, name, token, created_at, checked_at, proven_at, verified_at)
     VALUES (gen_random_uuid(), $1, $2, 'token', now(), now(), now(), now())`,
    [await organisationNamed(site, organisation), domain],
  );
}

export interface SsoMember {
  readonly userId: string;
  readonly userName: string;
  readonly email: string;
}

/** A member with the demo password. */
export async function newMember(
  { database }: Site,
  { email, organisation = 'Harbour Mutual' }: { readonly email?: string; readonly organisation?: string } = {},
): Promise<SsoMember> {
  const userName = `sso_${randomUUID().replaceAll('-', '_')}`;
  return database.row<SsoMember>(
    `INSERT INTO users (user_id, user_name, email, first_name, last_name, organisation_id, roles, password_hash, registered_at, created_at)
     SELECT gen_random_uuid(), $1, $2, 'Ada', 'Quay', organisation_id, '{Member}',
            (SELECT password_hash FROM users WHERE user_name = 'ordinary'), now(), now()
       FROM organisations WHERE name = $3
     RETURNING user_id AS "userId", user_name AS "userName", email`,
    [userName, email ?? `${userName}@elsewhere.example`, organisation],
  );
}

/** Links a user with a subject of the provider. */
export const linkIdentity = (
  { database }: Site,
  link: { readonly connectionId: string; readonly issuer: string; readonly sub: string; readonly userId: string },
) =>
  database.query(
    `INSERT INTO identities (identity_id, connection_id, issuer, subject, user_id, created_at)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, now())`,
    [link.connectionId, link.issuer, link.sub, link.userId],
  );

/** A member who is linked with a subject of the provider. */
export async function linkedMember(
  site: Site,
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  issuer: string,
  sub: string = randomUUID(),
  organisation = 'Harbour Mutual',
): Promise<SsoMember & { readonly sub: string }> {
  const member = await newMember(site, { organisation });
  await linkIdentity(site, { connectionId, issuer, sub, userId: member.userId });
  return { ...member, sub };
}

export interface TestConnection {
  readonly connectionId: string;
  readonly organisationPublicId: string;
  readonly redirectUri: string;
  readonly ours: Connection['ours'];
  readonly administrator: Client;
  /** The attempt of the last login. */
  readonly last: () => Promise<ConnectionAttempt>;
  readonly enable: (enabled: boolean) => Promise<unknown>;
  readonly update: (body: Omit<ConnectionSettings, 'kind'>) => Promise<unknown>;
}

/** Adds a connection that is off, and has no issuer: the provider has to know our address first. */
export async function addConnection(
  site: Site,
  settings: ConnectionSettings = {},
  organisation = 'Harbour Mutual',
): Promise<TestConnection> {
  const administrator = await logInAs(site, 'sysadmin');
  const organisationPublicId = await organisationNamed(site, organisation);
  const { connectionId, ours } = await administrator.ok('Connections.Create', {
    organisationPublicId,
    body: {
      name: `Provider ${randomUUID()}`,
      vendor: 'other',
      ...(settings.kind === 'saml' ? {} : UPSTREAM_CLIENT),
      ...settings,
    },
  });
  const ids = { organisationPublicId, connectionId };
  return {
    ...ids,
    redirectUri: ours.redirectUri,
    ours,
    administrator,
    last: async () => (await administrator.ok('Connections.Attempts', ids))[0]!,
    enable: (enabled) => administrator.ok('Connections.Enable', { ...ids, enabled }),
    update: (body) => administrator.ok('Connections.Update', { ...ids, body }),
  };
}

/** The address to which a request redirects. */
export async function locationOf(client: Client, path: string): Promise<string> {
  const { status, headers } = await client.raw(path, { bare: true });
  if (status !== 303) throw new Error(`${path} answered ${String(status)}`);
  return new URL(headers.get('location') ?? '', client.url).href;
}

/** An address relative to the client's own server. */
export const below = (client: Client, address: string): string => {
  const url = new URL(address);
  return url.origin === new URL(client.url).origin ? url.pathname + url.search : address;
};

/** Goes from our start to the provider and back. @returns the address of the browser then, relative to us */
export async function logInAt(
  site: Site,
  { visit }: { visit: (address: string) => Promise<string> },
  { connectionId }: Pick<TestConnection, 'connectionId'>,
  { client = createClient(site), query = '' }: { client?: Client; query?: string } = {},
): Promise<{ client: Client; at: string; callback: string }> {
  const there = await locationOf(client, `/sso/start/${connectionId}${query}`);
  const callback = below(client, await visit(there));
  return { client, callback, at: below(client, await locationOf(client, callback)) };
}

export const REFUSED = '/Login?problem=sso';
