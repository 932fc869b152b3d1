/** Importing users: file, column mapping, preview, errors, and result. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { as } from '../../support/as.ts';
import type { Visit } from './visit.ts';
import type { State } from './visit.ts';

const HEAD = 'Username,Email,First name,Last name,Job title,Organisation,Roles,Active,Employee number';

const line = (name: string, { title = 'Actuary', organisation = 'Harbour Mutual', active = 'yes' } = {}) =>
  `${name},${name}@import.example,Nina,Åström,${title},${organisation},Member,${active},x-${name}`;

const file = (...lines: string[]) => [HEAD, ...lines].join('\r\n');

const before = file(line('imp_changes'), line('imp_leaves'), line('imp_missing'), line('imp_same'));
const after = file(
  line('imp_changes', { title: 'Chief actuary', organisation: 'Northgate Portfolio' }),
  line('imp_leaves', { active: 'no' }),
  line('imp_same'),
  line('imp_new'),
);

async function chosen(visit: Visit, content: string | Uint8Array, name = 'people.csv'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open('/Users/Import');
  const folder = await visit.world.once('folder of files', () => mkdtemp(join(tmpdir(), 'gatehouse-import-')));
  await writeFile(join(folder, name), content);
  const picker = await visit.page.waitForSelector('input[type="file"]');
  await (picker as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(join(folder, name));
}

async function mapped(visit: Visit, content: string | Uint8Array, name?: string): Promise<void> {
  await chosen(visit, content, name);
  await visit.see('.import-form');
  await visit.page.waitForFunction(() => !document.querySelector('.import-form [aria-busy]'));
}

async function checked(visit: Visit, content: string, sees: string): Promise<void> {
  await mapped(visit, content);
  await visit.press('import:check');
  await visit.see(sees);
}

/** Imports the users of `before` once. */
const brought = (visit: Visit) =>
  visit.world.once('people of the list', async () => {
    const client = await as(visit.site, 'sysadmin');
    const organisations = await client.ok('Organisations.List');
    const [, ...lines] = before.split('\r\n');
    await client.ok('Users.Sync', {
      body: {
        source: 'CSV',
        dryRun: false,
        disableMissing: false,
        users: lines.map((text) => {
          const [userName = '', email = '', firstName = '', lastName = '', title = '', organisation, , , externalId = ''] =
            text.split(',');
          const { publicId = '' } = organisations.find(({ organisationName }) => organisationName === organisation) ?? {};
          return {
            userName,
            email,
            firstName,
            lastName,
            title,
            organisationPublicId: publicId,
            enabled: true,
            roles: ['Member'],
            externalId,
          };
        }),
      },
    });
  });

const previewed = async (visit: Visit) => {
  await brought(visit);
  await checked(visit, after, '.import-counts');
};

export const importStates: readonly State[] = [
  {
    name: 'import',
    async reach(visit) {
      await visit.as('sysadmin');
      await visit.open('/Users/Import');
      await visit.see('.drop');
    },
  },
  {
    name: 'import-refused',
    async reach(visit) {
      await chosen(visit, file(line('imp_one'), 'imp_two,only three,values'), 'half of it.csv');
      await visit.see('[role="alert"]');
    },
  },
  { name: 'import-columns', reach: (visit) => mapped(visit, after) },
  {
    name: 'import-columns-missing',
    async reach(visit) {
      await mapped(visit, Buffer.from('Kennung;Ort\r\nimp_jörg;Köln\r\n', 'latin1'), 'Koeln.csv');
      await visit.press('import:check');
      await visit.see('.field-error');
    },
  },
  {
    name: 'import-checking',
    async reach(visit) {
      await mapped(visit, after);
      await visit.disturb('/api/Users/Sync', 'no answer');
      await visit.press('import:check');
      await visit.see('.import-waiting');
    },
  },
  { name: 'import-preview', reach: previewed },
  {
    name: 'import-preview-missing',
    async reach(visit) {
      await previewed(visit);
      await visit.click('.check input');
      await visit.see('.button-danger');
    },
  },
  {
    name: 'import-faults',
    reach: (visit) =>
      checked(
        visit,
        file(
          line('imp_one', { organisation: 'Harbor' }),
          line('no', {}),
          line('imp_three', { active: 'perhaps' }),
          line('ordinary'),
        ),
        '.import-table',
      ),
  },
  {
    name: 'import-nothing-to-do',
    async reach(visit) {
      await brought(visit);
      await checked(visit, before, '.import-counts');
    },
  },
  {
    name: 'import-unsure',
    complains: /503/,
    async reach(visit) {
      await previewed(visit);
      await visit.disturb('/api/Users/Sync', 'failure');
      await visit.click('.button-danger, .sheet .button-primary');
      await visit.see('.alert-warning');
    },
  },
  {
    name: 'import-done',
    async reach(visit) {
      await checked(visit, file(line(`imp_${Date.now().toString(36)}`)), '.import-counts');
      await visit.click('.sheet .button-primary');
      await visit.see('.alert-success');
    },
  },
];
