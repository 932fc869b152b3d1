/** Moving in from another system: file, mapping, preview, progress, and result. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keycloakRealm } from '../../support/foreignFiles.ts';
import { holdImports, readForeignFile } from '../../support/foreignImports.ts';
import { logInAs } from '../../support/logInAs.ts';
import { tableWorkbook } from '../../support/workbook.ts';
import type { State, Visit } from './visit.ts';

const MAP = 'form [type="submit"]';
const ROWS = '.imports-rows tbody tr';
const START = '.imports-group .button-row > :last-child';

async function chooseFile(visit: Visit, content: string | Buffer, name: string): Promise<void> {
  await visit.as('sysadmin');
  await visit.open('/Users/MoveIn');
  const folder = await visit.fixtures.once('folder of exports', () => mkdtemp(join(tmpdir(), 'gatehouse-exports-')));
  await writeFile(join(folder, name), content);
  const picker = await visit.page.waitForSelector('input[type="file"]');
  await (picker as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(join(folder, name));
}

/** A realm whose people nobody else has brought, so that each visit sees the same. */
const realm = (domain: string) => keycloakRealm().replaceAll('former.example', domain).replaceAll('3f0b39cb', domain.slice(0, 8));

const workbook = () =>
  tableWorkbook([
    ['email', 'username', 'roles'],
    ['sheet@moved.example', 'sheet_one', 'clerks'],
  ]);

/** Reads a realm into Harbour Mutual without the screen. @returns its id */
async function readRealm(visit: Visit): Promise<{ importId: string; client: Awaited<ReturnType<typeof logInAs>> }> {
  const client = await logInAs(visit.site, 'sysadmin');
  const domain = `m${Date.now().toString(36)}x.example`;
  const { importId, choices } = await readForeignFile(client, realm(domain), { name: 'realm.json' });
  const organisation = (await client.ok('Organisations.List')).find(
    ({ organisationName }) => organisationName === 'Harbour Mutual',
  );
  await client.ok('Imports.Choose', {
    importId,
    body: { ...choices, organisationId: organisation?.publicId ?? null, roles: { '/staff/sales': 'Support' } },
  });
  await visit.as('sysadmin');
  return { importId, client };
}

async function open(visit: Visit, importId: string, sees: string): Promise<void> {
  await visit.open(`/Users/MoveIn/${importId}`);
  await visit.waitForVisible(sees);
}

/** Under way for as long as the state is shown. */
async function openRunning(visit: Visit): Promise<void> {
  const { importId, client } = await readRealm(visit);
  const release = await holdImports(visit.site.database);
  await client.ok('Imports.Start', { importId });
  await client.ok('Imports.Pause', { importId });
  await release();
  await open(visit, importId, '[role="progressbar"]');
}

async function openPreview(visit: Visit): Promise<void> {
  const { importId } = await readRealm(visit);
  await open(visit, importId, MAP);
  await visit.click(MAP);
  await visit.waitForVisible(ROWS);
}

export const importsStates: readonly State[] = [
  { name: 'movein', as: 'sysadmin', at: '/Users/MoveIn', shows: 'main [type="button"]' },
  {
    name: 'movein-refused',
    expectedErrors: /400/,
    reach: (visit) => chooseFile(visit, keycloakRealm().slice(0, -40), 'realm.json'),
    shows: '[role="alert"]',
  },
  { name: 'movein-mapping', reach: (visit) => chooseFile(visit, keycloakRealm(), 'realm.json'), shows: MAP },
  { name: 'movein-workbook', reach: async (visit) => chooseFile(visit, await workbook(), 'people.xlsx'), shows: MAP },
  { name: 'movein-preview', reach: openPreview },
  {
    name: 'movein-preview-reason',
    reach: openPreview,
    click: '.imports-reasons button',
    shows: '.imports-reasons [aria-pressed="true"]',
  },
  { name: 'movein-paused', reach: openRunning },
  {
    name: 'movein-done',
    async reach(visit) {
      await openPreview(visit);
      await visit.click(START);
      await visit.waitForVisible('main [role="status"] h2');
    },
  },
  {
    name: 'movein-undo',
    async reach(visit) {
      await openPreview(visit);
      await visit.click(START);
      await visit.waitForVisible('main [role="status"] h2');
      await visit.press('imports:moveIn.undo');
    },
    shows: '[role="dialog"]',
    windowOnly: true,
  },
];
