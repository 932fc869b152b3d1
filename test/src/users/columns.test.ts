/**
 * The columns of the list: who sees which, and how they are remembered.
 * @jest-environment <rootDir>/test/support/jsdomEnvironment.ts
 */
import { userColumns } from '@api/contract/users.page.ts';
import { defaultLayout, readLayout, writeLayout } from '@src/features/users/list/columnLayoutStorage.ts';
import { columnsFor } from '@src/features/users/list/columns.ts';

const ANNA = '694fd6cd-4de9-43a9-9b34-623fb3e153a9';
const BEN = '0f0e0d0c-4de9-43a9-9b34-623fb3e153a9';

afterEach(() => {
  localStorage.clear();
});

test('whoever administers one organisation sees no column for it', () => {
  expect(columnsFor(true)).toEqual(userColumns);
  expect(columnsFor(false)).toEqual(userColumns.filter((column) => column !== 'organisation'));
});

test('each person finds the columns as they left them', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }], density: 'compact' });
  expect(readLayout(ANNA)).toEqual({ columns: [{ key: 'email', width: 300 }], density: 'compact' });
  expect(readLayout(BEN)).toEqual(defaultLayout);
});

test('what is kept does not tell whose it is', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }], density: 'default' });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(ANNA.slice(0, 8));
});

test('nonsense in the storage counts as nothing', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }], density: 'default' });
  const key = localStorage.key(0) ?? '';
  for (const nonsense of ['{', 'null', '[]', '{"columns":[{"key":"password","width":5}],"density":"huge"}']) {
    localStorage.setItem(key, nonsense);
    expect(readLayout(ANNA)).toEqual(defaultLayout);
  }
});

test('going back to the default leaves nothing behind', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }], density: 'roomy' });
  writeLayout(ANNA, defaultLayout);
  expect(localStorage).toHaveLength(0);
});
