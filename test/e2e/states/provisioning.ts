/** An organisation's directory: not connected, its key, connected, groups, adoption, requests; and its users on other screens. */
import { connectDirectory } from '../../support/connectedDirectory.ts';
import type { State, Visit } from './visit.ts';
import { disable } from '../../support/changeUser.ts';
import { addGroup, directorySilentFor, grantByGroup, setInactive } from '../../support/directories.ts';
import { organisationIdOf } from '../../support/organisations.ts';

const CONNECTED = 'Harbour Mutual';
const NEW = 'Kaveri Finance';
const SILENT = 'Northgate Portfolio';

async function open(visit: Visit, organisation: string, userName = 'sysadmin', part?: string): Promise<void> {
  const id = await organisationIdOf(visit.site, organisation);
  await visit.as(userName);
  await visit.open(`/Organisations/Connections/${id}${part === undefined ? '' : `?part=${part}`}`);
  await visit.waitForVisible('main .form-page-section :is(button, a, table)');
}

/** A directory with two groups, of which one grants a role, and whose requests were not all done. */
const connected = (visit: Visit) =>
  visit.fixtures.once(`a directory at ${visit.site.url}`, async () => {
    const { database } = visit.site;
    const { organisationId, groupId, people } = await connectDirectory(visit.site, CONNECTED);
    await grantByGroup({ database }, groupId, 'Support');
    await addGroup({ database }, organisationId, 'Claims clerks');
    const [stays, left] = people;
    for (const { userId } of people)
      await database.query(`UPDATE users SET roles = '{Member,Support}', external_id = user_id WHERE user_id = $1`, [userId]);
    await database.query(
      `INSERT INTO mapped_users (user_id, roles, former_roles) SELECT user_id, '{Support}', '{}' FROM scim_users WHERE organisation_id = $1`,
      [organisationId],
    );
    await setInactive({ database }, left!.userId);
    await disable({ database }, left!.userId);
    await database.query(
      `INSERT INTO audit_events (event_id, at, actor, action, target, target_user_id, organisation_id, organisation, outcome, details)
       VALUES (gen_random_uuid(), now(), 'SCIM: Entra, production', 'Scim.DisableUser', $1, $2, $3, $4, 'success', '{"enabled":false}')`,
      [left?.userName, left?.userId, organisationId, CONNECTED],
    );
    for (const problem of ['notAdopted', 'administrator', 'taken', 'filter'])
      await database.query(
        `INSERT INTO scim_requests (organisation_id, at, key_name, method, path, status, outcome, problem)
         VALUES ($1, now(), 'Entra, production', 'POST', '/Users', 400, 'refused', $2)`,
        [organisationId, problem],
      );
    await database.query(
      `INSERT INTO scim_requests (organisation_id, at, key_name, method, path, status, outcome, people, group_id)
       VALUES ($1, now(), 'Entra, production', 'PATCH', '/Groups/' || $2::text, 204, 'membersChanged', 12, $2::uuid)`,
      [organisationId, groupId],
    );
    return { stays: stays?.userName ?? '', left: left?.userName ?? '' };
  });

/** A directory that has sent nothing for four days, and whose earlier requests were all refused. */
const silent = (visit: Visit) =>
  visit.fixtures.once(`a silent directory at ${visit.site.url}`, async () => {
    const { organisationId } = await connectDirectory(visit.site, SILENT);
    await directorySilentFor(visit.site, organisationId, '4 days');
  });

async function openConnected(visit: Visit, part?: string): Promise<void> {
  await connected(visit);
  await open(visit, CONNECTED, 'subadmin', part);
}

async function openNewKey(visit: Visit): Promise<void> {
  await visit.site.database.query(
    `DELETE FROM scim_keys WHERE organisation_id = (SELECT organisation_id FROM organisations WHERE name = $1)`,
    [NEW],
  );
  await open(visit, NEW, 'sysadmin', 'directory');
  await visit.press('provisioning:keys.create');
  await visit.waitForVisible('[role="dialog"] form');
}

export const provisioningStates: readonly State[] = [
  { name: 'provisioning', reach: (visit) => open(visit, NEW, 'sysadmin', 'directory') },
  { name: 'provisioning-new-key', windowOnly: true, reach: openNewKey },
  {
    name: 'provisioning-key-made',
    async reach(visit) {
      await openNewKey(visit);
      await visit.fill({ name: 'Okta, production' });
      await visit.submit();
      await visit.waitForVisible('main .guide code[role="group"]');
    },
  },
  {
    name: 'provisioning-okta',
    async reach(visit) {
      await open(visit, NEW, 'sysadmin', 'directory');
      await visit.click('main label:last-of-type');
      await visit.waitForVisible(`::-p-text(${visit.translate('provisioning:guides.okta.steps.4')})`);
    },
  },
  { name: 'provisioning-connected', reach: (visit) => openConnected(visit) },
  { name: 'provisioning-groups', reach: (visit) => openConnected(visit, 'groups') },
  { name: 'provisioning-keys', reach: (visit) => openConnected(visit, 'directory') },
  {
    name: 'provisioning-roles',
    windowOnly: true,
    async reach(visit) {
      await openConnected(visit, 'groups');
      await visit.click('main tr:last-of-type button');
      await visit.waitForVisible('[role="dialog"] fieldset');
      // Support is revoked, and another role granted.
      await visit.click('[role="dialog"] input:checked');
      await visit.click('::-p-xpath((//*[@role="dialog"]//input[@type="checkbox"])[2])');
      await visit.waitForVisible('[role="dialog"] [role="status"] li');
    },
  },
  {
    name: 'provisioning-adopt',
    reach: (visit) => openConnected(visit, 'people'),
    press: 'provisioning:adopt.show',
    shows: 'main table',
  },
  {
    name: 'provisioning-release',
    windowOnly: true,
    reach: (visit) => openConnected(visit, 'people'),
    press: 'provisioning:release.open',
    shows: '[role="dialog"] button',
  },
  {
    name: 'provisioning-refused',
    reach: (visit) => openConnected(visit, 'requests'),
    click: 'main label',
    shows: 'main input:checked',
  },
  {
    name: 'provisioning-silent',
    async reach(visit) {
      await silent(visit);
      await open(visit, SILENT);
    },
  },
  {
    name: 'provisioning-overview',
    async reach(visit) {
      await silent(visit);
      await visit.as('sysadmin');
      await visit.open('/Overview');
      await visit.waitForVisible('main section a[href*="/Organisations/Connections/"]');
    },
  },
  {
    name: 'provisioning-grid',
    windowOnly: true,
    async reach(visit) {
      await connected(visit);
      const client = await visit.fixtures.client(visit.site, 'subadmin');
      const { viewId } = await visit.fixtures.once(`a view with managers at ${visit.site.url}`, () =>
        client.ok('Views.Create', {
          body: {
            name: 'Managed by the directory',
            content: {
              filter: 'all',
              search: '',
              sort: [],
              where: [{ field: 'managedBy', op: 'in', value: ['SCIM'] }],
              columns: ['name', 'status', 'managedBy'],
            },
          },
        }),
      );
      await visit.as('subadmin');
      await visit.open(`/Users/List?view=${viewId}`);
      await visit.waitForVisible('[role="gridcell"][col-id="managedBy"] span');
    },
  },
  {
    name: 'provisioning-user-edit',
    async reach(visit) {
      const { stays } = await connected(visit);
      await visit.as('subadmin');
      await visit.open(`/Users/Edit/${stays}`);
      await visit.waitForVisible('#activity h2');
    },
  },
  {
    name: 'provisioning-user-left',
    windowOnly: true,
    async reach(visit) {
      const { left } = await connected(visit);
      await visit.as('subadmin');
      await visit.open(`/Users/List/all/${left}?user=${left}`);
      await visit.waitForVisible('aside section ul');
    },
  },
];
