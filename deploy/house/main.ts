/** `npm run house`: how large the house is, by room. With `--write` it makes `docs/walks.md` and `docs/schema.md` from the sources. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../sources.ts';
import { exportedNames, jobs, looseFiles, rooms, schema, type Table } from './figures.ts';
import { filesOf, walks } from './walks.ts';

const all = rooms();
const sum = (key: 'files' | 'lines', which: (room: string) => boolean) =>
  all.filter(({ room }) => which(room)).reduce((total, room) => total + room[key], 0);
const isTest = (room: string): boolean => room.startsWith('test');
const print = (name: string, ...figures: (string | number)[]) => {
  console.log(name.padEnd(44), ...figures.map((figure) => String(figure).padStart(8)));
};

print('room', 'files', 'lines');
for (const { room, files, lines } of all) print(room, files, lines);
print(
  'outside tests',
  sum('files', (room) => !isTest(room)),
  sum('lines', (room) => !isTest(room)),
);
print('tests', sum('files', isTest), sum('lines', isTest));

const { tables, triggers, functions } = schema();
console.log();
print('exported names', exportedNames());
print('loose files in server/', looseFiles('server'));
print('tables', tables.length);
print('triggers', triggers);
print('SQL functions', functions);
print('periodic jobs', jobs());

/** The first sentence of a file says what it holds. */
function firstSentence(path: string): string {
  const comment = /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(root, path), 'utf8'))?.[1] ?? '';
  const text = comment.replaceAll(/\n \* ?/g, ' ').trim();
  return (/^.*?[.:;](?= |$)/.exec(text)?.[0] ?? text).replace(/[:;]$/, '.').replaceAll('|', '\\|');
}

const listed = (paths: readonly string[]): string =>
  ['| file | what it holds |', '| --- | --- |', ...paths.map((path) => `| \`${path}\` | ${firstSentence(path)} |`)].join('\n');

/** The schema as a picture: tables and foreign keys. */
function schemaPage(tables: readonly Table[]): string {
  const related = new Set(tables.flatMap(({ name, keys }) => (keys.length > 0 ? [name, ...keys.map(({ to }) => to)] : [])));
  const alone = tables.map(({ name }) => name).filter((name) => !related.has(name));
  const lines = tables.flatMap(({ name, keys }) => keys.map(({ column, to }) => `  ${to} ||--o{ ${name} : ${column}`));
  return `# The tables

Made by \`npm run house -- --write\` from \`server/db/migrations/0001_schema/*.sql\`, which have the columns and say what they mean.

\`\`\`mermaid
erDiagram
${lines.join('\n')}
\`\`\`

Without a foreign key: ${alone.map((name) => `\`${name}\``).join(', ')}.
`;
}

if (process.argv.includes('--write')) {
  const page = [
    '# Walks through the house',
    'Made by `npm run house -- --write` from `deploy/house/walks.ts` and the first sentence of each file.',
    ...walks.map((walk) => `## ${walk.title}\n\n${listed(filesOf(walk))}`),
  ];
  writeFileSync(join(root, 'docs/walks.md'), `${page.join('\n\n')}\n`);
  writeFileSync(join(root, 'docs/schema.md'), schemaPage(tables));
}
