/** Importing people when things go wrong on the way: file and choices stay, and nothing is sent twice. */
import { confirmIdentityCancelled, sessionAbandoned } from '@api/client/sessionEvents.ts';
import { selectAlert } from '@store/notices/alert.slice.ts';
import { registerModule } from '@store/modules.ts';
import { importModule } from '@store/users/import/import.module.ts';
import {
  importApplyRequested,
  importCancelled,
  importCheckRequested,
  importClosed,
  importFileRead,
  importRemapped,
  selectImport,
} from '@store/users/import/import.slice.ts';
import type { Choices, CsvFile } from '@store/users/import/importRows.ts';
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
      store.dispatch(importApplyRequested({ disableMissing: false }));
      await settle();
    },
    now: () => selectImport(store.getState() as never),
    sent: () => wire.received.filter(({ method }) => method === 'PUT'),
    alert: () => selectAlert(store.getState()),
  };
}

test('sends what the columns say, what holds for everybody, and the usual role', async () => {
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
  const world = start({});
  world.store.dispatch(importCheckRequested(choices));
  await world.check();
  world.store.dispatch(importApplyRequested({ disableMissing: false }));
  await world.apply();
  expect(world.sent().map(({ body }) => (body as Body).dryRun)).toEqual([true, false]);
  expect(world.now().kind).toBe('done');
});

test('a check that is given up is aborted, and leads back to the columns as they were chosen', async () => {
  const world = start({ dry: neverAnswers });
  await world.check();
  expect(world.now().kind).toBe('checking');
  world.store.dispatch(importCancelled());
  await settle();
  expect(world.sent()[0]?.signal.aborted).toBe(true);
  expect(world.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test('an import that is given up may have happened: it says so and claims nothing', async () => {
  const world = start({ real: neverAnswers });
  await world.check();
  await world.apply();
  world.store.dispatch(importCancelled());
  await settle();
  expect(world.sent()[1]?.signal.aborted).toBe(true);
  expect(world.now()).toEqual({ kind: 'unsure', file, choices, problem: null });
  await world.check();
  expect(world.now().kind).toBe('preview');
});

test.each([
  ['403', problem(403, 'Forbidden', 'You may not')],
  ['409', problem(409, 'Conflict', 'Changed meanwhile')],
  ['413', problem(413, 'TooLarge', 'Too much')],
  ['503', problem(503, 'Busy', 'Another list is being worked on')],
])('%s is told in its place, with file and choices kept, and the same can be tried again', async (_status, refusal) => {
  let refuses = true;
  const answer = () => (refuses ? refusal : planned);
  const world = start({ dry: answer, real: answer });
  await world.check();
  expect(world.now()).toMatchObject({
    kind: 'mapping',
    file,
    choices,
    problem: { body: { message: expect.any(String) as string } },
  });
  expect(world.alert()).toBeNull();
  refuses = false;
  await world.check();
  refuses = true;
  await world.apply();
  expect(world.now()).toMatchObject({
    kind: 'preview',
    plan: { missing: 0 },
    problem: { body: { message: expect.any(String) as string } },
  });
  refuses = false;
  await world.apply();
  expect(world.now().kind).toBe('done');
});

test('offline: the check leads back to the columns, the import is unsure; neither is sent again by itself', async () => {
  let isOffline = true;
  const world = start({ dry: () => (isOffline ? offline() : planned), real: offline });
  await world.check();
  expect(world.now()).toMatchObject({ kind: 'mapping', problem: { kind: 'network' } });
  isOffline = false;
  await world.check();
  await world.apply();
  expect(world.now()).toMatchObject({ kind: 'unsure', file, choices, problem: { kind: 'network' } });
  expect(world.sent()).toHaveLength(3);
});

test('step-up declined: back where one was, and nothing is said', async () => {
  const world = start({ dry: () => problem(403, 'ConfirmIdentity') });
  await world.check();
  world.store.dispatch(confirmIdentityCancelled());
  await settle();
  expect(world.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test('faults that only the import finds are told by line', async () => {
  const refused = { created: 0, updated: 0, disabled: 0, unchanged: 0, changes: [], errors: [{ row: 1, message: 'Taken' }] };
  const world = start({ real: () => ({ json: refused }) });
  await world.check();
  await world.apply();
  expect(world.now()).toMatchObject({ kind: 'faulty', faults: [{ line: 2, text: 'Taken' }] });
  world.store.dispatch(importRemapped());
  expect(world.now()).toEqual({ kind: 'mapping', file, choices, problem: null });
});

test.each([
  ['the screen is left', importClosed()],
  ['the session is given up', sessionAbandoned()],
])('nothing of anybody stays when %s', async (_when, action) => {
  const world = start({ dry: neverAnswers });
  await world.check();
  world.store.dispatch(action);
  await settle();
  expect(world.now()).toEqual({ kind: 'choosing' });
  world.store.dispatch(importFileRead(file));
  expect(world.now().kind).toBe('mapping');
});

test('a closed store leaves no call behind', async () => {
  const world = start({ dry: neverAnswers });
  await world.check();
  world.store.close();
  await settle();
  expect(world.sent()[0]?.signal.aborted).toBe(true);
});
