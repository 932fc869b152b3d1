/** An organisation with few administrators, which its directory or its identity provider has made. */
import { randomUUID } from 'node:crypto';
import { insist, SUBSCRIBER, type Scene } from './accountScene.ts';
import type { Client } from './client.ts';
import { sessionOf } from './openers.ts';
import { expecting, program, type DirectoryProgram } from './scim/directory.ts';
import type { TestServer } from './server.ts';
import { newMember, type SsoMember } from './sso.ts';

interface SmallOrganisation {
  readonly organisationPublicId: string;
  readonly name: string;
  readonly directory: DirectoryProgram;
}

export interface GroupsAdministrators extends SmallOrganisation {
  readonly groupId: string;
  readonly displayName: string;
  readonly ids: readonly string[];
}

export async function newOrganisation({
  database,
}: Pick<TestServer, 'database'>): Promise<{ organisationPublicId: string; name: string }> {
  const name = `Small ${randomUUID()}`;
  const { organisationPublicId } = await database.row<{ organisationPublicId: string }>(
    `INSERT INTO organisations (organisation_id, name, created_at) VALUES (gen_random_uuid(), $1, now())
     RETURNING organisation_id AS "organisationPublicId"`,
    [name],
  );
  return { organisationPublicId, name };
}

/** An organisation whose administrators have their role by a group of the directory alone. */
export async function administratorsByGroup({ site, clients }: Scene, count: number): Promise<GroupsAdministrators> {
  const { organisationPublicId, name } = await newOrganisation(site);
  const body = { name: 'Directory', expiresAt: new Date(Date.now() + 90 * 86_400_000).toISOString() };
  const { key } = await clients.sysadmin.ok('Provisioning.NewKey', { organisationPublicId, body });
  const directory = program(site, organisationPublicId, key, '');
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const userName = `${randomUUID()}@small.example`;
    const { id } = await expecting(
      201,
      directory.send('POST', '/Users', { userName, emails: [{ value: userName, type: 'work' }] }),
    );
    ids.push(id);
  }
  const displayName = `Heads ${randomUUID()}`;
  const { id: groupId } = await expecting(
    201,
    directory.send('POST', '/Groups', { displayName, members: ids.map((value) => ({ value })) }),
  );
  const mapped = { organisationPublicId, groupId, body: { roles: [SUBSCRIBER] } };
  await insist(clients.sysadmin.call('Provisioning.MapGroup', mapped));
  return { organisationPublicId, name, directory, groupId, displayName, ids };
}

/** Administrators by a role that was given here, each with a session. */
export async function ownAdministrators(
  site: TestServer,
  count: number,
): Promise<{ readonly organisationPublicId: string; readonly administrators: readonly SsoMember[] }> {
  const { organisationPublicId, name } = await newOrganisation(site);
  const administrators: SsoMember[] = [];
  for (let at = 0; at < count; at += 1) {
    const member = await newMember(site, { organisation: name });
    await site.database.query(`UPDATE users SET roles = ARRAY[$2] WHERE user_id = $1`, [member.userId, SUBSCRIBER]);
    administrators.push(member);
  }
  return { organisationPublicId, administrators };
}

/** Clients of a user at each process, with one session. */
export async function clientsOf(site: TestServer, userId: string, processes: readonly TestServer[] = [site]): Promise<Client[]> {
  const { client } = await sessionOf(site, userId);
  return Promise.all(processes.map((process) => client(process)));
}

/** Administrators of the organisation who can log in. */
export const administratorsLeft = async ({ database }: Pick<TestServer, 'database'>, organisationId: string): Promise<number> =>
  (
    await database.query(
      `SELECT FROM users WHERE organisation_id = $1 AND enabled AND registered AND roles && '{SubscriberAdministration,SystemAdministration}'`,
      [organisationId],
    )
  ).length;
