/** A fresh database has the tables and columns of the types in `server/db/schema.ts`, with the same nulls; and no others. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** `table.column`, with a question mark where it may be null. */
function typed(): string[] {
  const file = resolve(import.meta.dirname, '../../../server/db/schema.ts');
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file) as ts.SourceFile;
  const declared = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === 'Database');
  return checker
    .getTypeAtLocation(declared as ts.Node)
    .getProperties()
    .flatMap((table) =>
      checker
        .getTypeOfSymbol(table)
        .getProperties()
        .map((column) => {
          const type = checker.getTypeOfSymbol(column);
          const selected = type.getProperty('__select__');
          const read = selected ? checker.getTypeOfSymbol(selected) : type;
          const parts = read.isUnion() ? read.types : [read];
          const isNull = parts.some((part) => (part.flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown)) !== 0);
          return `${table.name}.${column.name}${isNull ? '?' : ''}`;
        }),
    );
}

/** Generated columns are made of columns that may not be null, or are read where they are not. */
const found = async () =>
  (
    await database.query<{ name: string }>(
      `SELECT c.relname || '.' || a.attname || CASE WHEN a.attnotnull OR a.attgenerated <> '' THEN '' ELSE '?' END AS name
         FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
          AND a.attnum > 0 AND NOT a.attisdropped AND c.relname NOT LIKE 'kysely%'`,
    )
  ).map(({ name }) => name);

test('The types have every table and column of a fresh database', async () => {
  expect(typed().toSorted()).toEqual((await found()).toSorted());
});

test('No trigger runs before an update of users: each update would compute all generated columns anew', async () => {
  // Bits of tgtype: 1 for each row, 2 before, 16 update.
  expect(
    await database.query(
      `SELECT tgname FROM pg_trigger WHERE tgrelid = 'users'::regclass AND NOT tgisinternal AND tgtype & 19 = 19`,
    ),
  ).toEqual([]);
});
