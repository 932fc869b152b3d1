/** The schema as a picture: tables and foreign keys. */
import type { Table } from './figures.ts';

export function schemaPage(tables: readonly Table[]): string {
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
