/** Importing users: file, column mapping, preview, errors, and result. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logInAs } from '../../support/logInAs.ts';
import type { State, Visit } from './visit.ts';

/** The counts of the plan, and the button that applies it. */
const COUNTS = '[role="group"] [role="group"]';
const APPLY = 'section :not([role="group"]) > button + button';

const HEADER = 'Username,Email,First name,Last name,Job title,Organisation,Roles,Active,Employee number';

const csvLine = (name: string, { title = 'Actuary', organisation = 'Harbour Mutual', active = 'yes' } = {}) =>
  `${name},${name}@import.example,Nina,Åström,${title},${organisation},Member,${active},x-${name}`;

const csv = (...lines: string[]) => [HEADER, ...lines].join('\r\n');

const before = csv(csvLine('imp_changes'), csvLine('imp_leaves'), csvLine('imp_missing'), csvLine('imp_same'));
const after = csv(
  csvLine('imp_changes', { title: 'Chief actuary', organisation: 'Northgate Portfolio' }),
  csvLine('imp_leaves', { active: 'no' }),
  csvLine('imp_same'),
  csvLine('imp_new'),
);

async function chooseFile(visit: Visit, content: string | Uint8Array, name = 'people.csv'): Promise<void> {
  await visit.as('sysadmin');
  await visit.open('/Users/Import');
  const folder = await visit.fixtures.once('folder of files', () => mkdtemp(join(tmpdir(), 'gatehouse-import-')));
  await writeFile(join(folder, name), content);
  const picker = await visit.page.waitForSelector('input[type="file"]');
  await (picker as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(join(folder, name));
}

async function openMapping(visit: Visit, content: string | Uint8Array, name?: string): Promise<void> {
  await chooseFile(visit, content, name);
  await visit.waitForVisible('form [type="submit"]:not([aria-busy])');
}

async function check(visit: Visit, content: string, sees: string): Promise<void> {
  await openMapping(visit, content);
  await visit.press('imports:list.check');
  await visit.waitForVisible(sees);
}

/** Imports the users of `before` once. */
const importBefore = (visit: Visit) =>
  visit.fixtures.once('people of the list', async () => {
    const client = await logInAs(visit.site, 'sysadmin');
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

const openPreview = async (visit: Visit) => {
  await importBefore(visit);
  await check(visit, after, COUNTS);
};

export const importStates: readonly State[] = [
  { name: 'import', as: 'sysadmin', at: '/Users/Import', shows: 'main [type="button"]' },
  {
    name: 'import-refused',
    reach: (visit) => chooseFile(visit, csv(csvLine('imp_one'), 'imp_two,only three,values'), 'half of it.csv'),
    shows: '[role="alert"]',
  },
  { name: 'import-columns', reach: (visit) => openMapping(visit, after) },
  {
    name: 'import-columns-missing',
    reach: (visit) => openMapping(visit, Buffer.from('Kennung;Ort\r\nimp_jörg;Köln\r\n', 'latin1'), 'Koeln.csv'),
    press: 'imports:list.check',
    shows: '[aria-invalid="true"]',
  },
  {
    name: 'import-checking',
    async reach(visit) {
      await openMapping(visit, after);
      await visit.stubApi('/api/Users/Sync', 'no answer');
      await visit.press('imports:list.check');
      await visit.waitForVisible('[role="status"] .spinner');
    },
  },
  { name: 'import-preview', reach: openPreview },
  {
    name: 'import-preview-missing',
    async reach(visit) {
      await openPreview(visit);
      // How many are missing depends on what other states have imported.
      await visit.click('::-p-xpath((//main//label[.//input[@type="checkbox"]])[last()]//input)');
    },
    shows: APPLY,
  },
  {
    name: 'import-errors',
    reach: (visit) =>
      check(
        visit,
        csv(
          csvLine('imp_one', { organisation: 'Harbor' }),
          csvLine('no', {}),
          csvLine('imp_three', { active: 'perhaps' }),
          csvLine('ordinary'),
        ),
        'table',
      ),
  },
  {
    name: 'import-nothing-to-do',
    async reach(visit) {
      await importBefore(visit);
      await check(visit, before, COUNTS);
    },
  },
  {
    name: 'import-outcome-unknown',
    expectedErrors: /503/,
    async reach(visit) {
      await openPreview(visit);
      await visit.stubApi('/api/Users/Sync', 'failure');
      await visit.click(APPLY);
      await visit.waitForVisible('main section [role="status"]');
    },
  },
  {
    name: 'import-done',
    reach: (visit) => check(visit, csv(csvLine(`imp_${Date.now().toString(36)}`)), COUNTS),
    click: APPLY,
    shows: 'main [role="status"] h2',
  },
];
