/**
 * Columns of the users list: the columns that each role sees, and the stored layout.
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

test('an administrator of one organisation has no organisation column', () => {
  expect(columnsFor(true)).toEqual(userColumns);
  expect(columnsFor(false)).toEqual(userColumns.filter((column) => column !== 'organisation'));
});

test('the layout is stored per user', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }] });
  expect(readLayout(ANNA)).toEqual({ columns: [{ key: 'email', width: 300 }] });
  expect(readLayout(BEN)).toEqual(defaultLayout);
});

test('the stored layout does not contain the user’s id', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }] });
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(ANNA.slice(0, 8));
});

test('invalid stored data is ignored', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }] });
  const key = localStorage.key(0) ?? '';
  for (const nonsense of ['{', 'null', '[]', '{"columns":[{"key":"password","width":5}]}']) {
    localStorage.setItem(key, nonsense);
    expect(readLayout(ANNA)).toEqual(defaultLayout);
  }
});

test('a column that is stored twice is shown once', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }] });
  const [email, name] = [
    { key: 'email', width: 300 },
    { key: 'name', width: 200 },
  ];
  localStorage.setItem(localStorage.key(0) ?? '', JSON.stringify({ columns: [email, name, { ...email, width: 90 }] }));
  expect(readLayout(ANNA).columns).toEqual([email, name]);
});

test('resetting to the default removes the stored layout', () => {
  writeLayout(ANNA, { columns: [{ key: 'email', width: 300 }] });
  writeLayout(ANNA, defaultLayout);
  expect(localStorage).toHaveLength(0);
});
