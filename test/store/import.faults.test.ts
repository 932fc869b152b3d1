/** Importing users under faults: file and choices stay, and nothing is sent twice. */
import { confirmIdentityCancelled, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { registerModule } from '@store/modules.ts';
import { importModule } from '@store/imports/import.module.ts';
import {
  importApplyRequested,
  importCancelled,
  importCheckRequested,
  importClosed,
  importFileRead,
  importRemapped,
  selectImport,
} from '@store/imports/import.slice.ts';
import { type Choices, type CsvFile, readRows } from '@store/imports/importRows.ts';
import { type Answer, offline, problem, type Reply, scripted, neverAnswers } from '../api/client/scriptedTransport.ts';
import { createStoreHarness, settle } from './storeHarness.ts';

registerModule(importModule);

const file: CsvFile = {
  name: 'people.csv',
  encoding: 'utf-8',
  heads: ['user', 'mail', 'first', 'last'],
  rows: [{ line: 2, cells: ['one', 'one@example.org', 'One', 'Person'] }],
};
const none = { title: -1, organisationPublicId: -1, roles: -1, enabled: -1, externalId: -1 };
const choices: Choices = {
  source: ' hr ',
  columns: { userName: 0, email: 1, firstName: 2, lastName: 3, ...none },
  organisation: 'an-id',
  organisations: [],
};
const planned: Reply = {
  json: {
    created: 1,
    updated: 0,
    disabled: 0,
    unchanged: 0,
    changes: [{ userName: 'one', kind: 'created', fields: {} }],
    errors: [],
  },
};

interface Body {
  readonly dryRun: boolean;
}

/** `dry` and `real` answer the dry run and the import itself. */
function start({ dry = () => planned, real = () => planned }: { dry?: Answer; real?: Answer }) {
  const wire = scripted((call, nth) => {
    if (call.method !== 'PUT') return { json: { lastSync: null } };
    return (call.body as Body).dryRun ? dry(call, nth) : real(call, nth);
  });
  const { store } = createStoreHarness({ transport: wire.transport });
  store.dispatch(importFileRead(file));
  return {
    store,
    check: async () => {
      store.dispatch(importCheckRequested(choices));
      await settle();
    },
    apply: async () => {
      store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
      await settle();
    },
    now: () => selectImport(store.getState() as never),
    sent: () => wire.received.filter(({ method }) => method === 'PUT'),
    alert: () => selectAlert(store.getState()),
  };
}

test('sends the mapped columns, the organisation chosen for all, and the default role', async () => {
  const { check, sent } = start({});
  await check();
  expect(sent().map(({ body }) => body)).toEqual([
    {
      source: 'hr',
      dryRun: true,
      disableMissing: true,
      users: [
        {
          externalId: 'one',
          userName: 'one',
          email: 'one@example.org',
          firstName: 'One',
          lastName: 'Person',
          organisationPublicId: 'an-id',
          enabled: true,
          roles: ['Member'],
        },
      ],
    },
  ]);
});

test('double clicks do nothing twice, neither on the check nor on the import', async () => {
  const harness = start({});
  harness.store.dispatch(importCheckRequested(choices));
  await harness.check();
  harness.store.dispatch(importApplyRequested({ disableMissing: false, mailLinks: false }));
  await harness.apply();
  expect(harness.sent().map(({ body }) => (body as Body).dryRun)).toEqual([true, false]);
  expect(harness.now().kind).toBe('done');
});

test('cancelling the check aborts it, and leads back to the columns as chosen', async () => {
  const harness = start({ dry: neverAnswers });
  await harness.check();
  expect(harness.now().kind).toBe('checking');
  harness.store.dispatch(importCancelled());
  await settle();
  expect(harness.sent()[0]?.signal.aborted).toBe(true);
  expect(harness.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test('a cancelled import may have happened: the page says that the result is unknown', async () => {
  const harness = start({ real: neverAnswers });
  await harness.check();
  await harness.apply();
  harness.store.dispatch(importCancelled());
  await settle();
  expect(harness.sent()[1]?.signal.aborted).toBe(true);
  expect(harness.now()).toEqual({ kind: 'unsure', file, choices, problem: null });
  await harness.check();
  expect(harness.now().kind).toBe('preview');
});

test.each([
  ['403', problem(403, 'Forbidden', 'You may not')],
  ['409', problem(409, 'Conflict', 'Changed meanwhile')],
  ['413', problem(413, 'TooLarge', 'Too much')],
  ['503', problem(503, 'Busy', 'Another list is being worked on')],
])('%s is shown on the page, file and choices are kept, and it can be tried again', async (_status, refusal) => {
  let refuses = true;
  const answer = () => (refuses ? refusal : planned);
  const harness = start({ dry: answer, real: answer });
  await harness.check();
  expect(harness.now()).toMatchObject({
    kind: 'mapping',
    file,
    choices,
    problem: { body: { message: expect.any(String) as string } },
  });
  expect(harness.alert()).toBeNull();
  refuses = false;
  await harness.check();
  refuses = true;
  await harness.apply();
  expect(harness.now()).toMatchObject({
    kind: 'preview',
    plan: { missing: 0 },
    problem: { body: { message: expect.any(String) as string } },
  });
  refuses = false;
  await harness.apply();
  expect(harness.now().kind).toBe('done');
});

test('offline: the check leads back to the columns, the import’s result is unknown; neither is repeated by itself', async () => {
  let isOffline = true;
  const harness = start({ dry: () => (isOffline ? offline() : planned), real: offline });
  await harness.check();
  expect(harness.now()).toMatchObject({ kind: 'mapping', problem: { kind: 'network' } });
  isOffline = false;
  await harness.check();
  await harness.apply();
  expect(harness.now()).toMatchObject({ kind: 'unsure', file, choices, problem: { kind: 'network' } });
  expect(harness.sent()).toHaveLength(3);
});

test('step-up declined: back to the previous step, without an error', async () => {
  const harness = start({ dry: () => problem(403, 'ConfirmIdentity') });
  await harness.check();
  harness.store.dispatch(confirmIdentityCancelled());
  await settle();
  expect(harness.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test('errors that only the import finds are listed by line', async () => {
  const refused = { created: 0, updated: 0, disabled: 0, unchanged: 0, changes: [], errors: [{ row: 1, message: 'Taken' }] };
  const harness = start({ real: () => ({ json: refused }) });
  await harness.check();
  await harness.apply();
  expect(harness.now()).toMatchObject({ kind: 'faulty', faults: [{ line: 2, why: { text: 'Taken' } }] });
  harness.store.dispatch(importRemapped());
  expect(harness.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test.each([
  ['the page is left', importClosed()],
  ['the user does not log in again', sessionAbandoned()],
])('no personal data stays in the state when %s', async (_when, action) => {
  const harness = start({ dry: neverAnswers });
  await harness.check();
  harness.store.dispatch(action);
  await settle();
  expect(harness.now()).toEqual({ kind: 'choosing' });
  harness.store.dispatch(importFileRead(file));
  expect(harness.now().kind).toBe('mapping');
});

test('closing the store aborts the call', async () => {
  const harness = start({ dry: neverAnswers });
  await harness.check();
  harness.store.close();
  await settle();
  expect(harness.sent()[0]?.signal.aborted).toBe(true);
});

test('an organisation whose name differs in a sign that spells another word is not taken', () => {
  const organisations = [{ value: 'gas', label: 'ガス' }];
  const rows = [{ line: 2, cells: ['one', 'one@example.org', 'One', 'Person', 'カス'] }];
  const columns = { ...choices.columns, organisationPublicId: 4 };
  expect(readRows({ ...file, rows }, { ...choices, columns, organisations })).toMatchObject({
    users: [],
    faults: [{ line: 2, value: 'カス', why: { unreadable: 'organisationPublicId' } }],
  });
  const both = [...organisations, { value: 'dregs', label: 'カス' }, { value: 'more', label: 'ガ\u115Fス' }];
  const lines = [...rows, { line: 3, cells: ['two', 'two@example.org', 'Two', 'Person', 'ガス'] }];
  expect(readRows({ ...file, rows: lines }, { ...choices, columns, organisations: both })).toMatchObject({
    users: [{ userName: 'one', organisationPublicId: 'dregs' }],
    faults: [{ line: 3, value: 'ガス', why: { unreadable: 'sharedOrganisation' } }],
  });
});
