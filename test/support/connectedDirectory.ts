/** A directory as its requests leave it, for tests of screens: managed users, groups and the log. SCIM itself has its own tests. */
import { randomUUID } from 'node:crypto';
import type { TestServer } from './server.ts';
import { unusedMember } from './unusedMember.ts';

export async function connectDirectory({ database }: Pick<TestServer, 'database'>, organisation = 'Harbour Mutual') {
  const { organisation_id: organisationId } = await database.row<{ organisation_id: string }>(
    'SELECT organisation_id FROM organisations WHERE name = $1',
    [organisation],
  );
  const people = [await unusedMember({ database }, { organisation }), await unusedMember({ database }, { organisation })];
  const groupId = randomUUID();
  await database.query(
    `INSERT INTO scim_groups (group_id, organisation_id, display_name, created_at, changed_at) VALUES ($1, $2, 'Help desk', now(), now())`,
    [groupId, organisationId],
  );
  for (const { userId, email } of people) {
    await database.query("UPDATE users SET external_source = 'scim:' || organisation_id WHERE user_id = $1", [userId]);
    await database.query(
      `INSERT INTO scim_users (user_id, organisation_id, user_name, active, created_at, changed_at) VALUES ($1, $2, $3, true, now(), now())`,
      [userId, organisationId, email],
    );
    await database.query('INSERT INTO scim_members (group_id, user_id) VALUES ($1, $2)', [groupId, userId]);
  }
  await database.query(
    `INSERT INTO scim_keys (key_id, organisation_id, name, prefix, secret_hash, created_at, expires_at, last_used_at)
     VALUES ($1, $2, 'Entra, production', $3, '\\x00', now(), now() + interval '1 year', now())`,
    [randomUUID(), organisationId, organisationId.slice(0, 8)],
  );
  const log = (
    outcome: string,
    path: string,
    more: { userId?: string; problem?: string; status?: number; method?: string } = {},
  ) =>
    database.query(
      `INSERT INTO scim_requests (organisation_id, at, key_name, method, path, status, outcome, user_id, problem)
       VALUES ($1, now(), 'Entra, production', $2, $3, $4, $5, $6, $7)`,
      [organisationId, more.method ?? 'POST', path, more.status ?? 201, outcome, more.userId ?? null, more.problem ?? null],
    );
  await log('created', '/Users', { userId: people[0]?.userId ?? '' });
  await log('refused', '/Users', { problem: 'email', status: 400 });
  await log('disabled', `/Users/${people[1]?.userId ?? ''}`, { userId: people[1]?.userId ?? '', method: 'PATCH', status: 200 });
  return { organisationId, groupId, people };
}
