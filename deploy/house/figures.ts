/** Figures of the sources: files, lines, exported names, and the schema of the database. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../sources.ts';

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const linesOf = (text: string): number => text.split('\n').length - 1;

const sources = (): string[] =>
  globSync('{api,store,src,server,locales,test,bench,deploy}/**/*.{ts,tsx,mjs,json,css,sql}', { cwd: root }).toSorted();

/** `server/users/read/rows.ts` → `server/users`, `src/features/users/…` → `src/features/users`; a loose file → its folder. */
function roomOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const depth =
    folders[0] === 'src' && folders[1] === 'features' ? 3 : ['locales', 'bench', 'deploy'].includes(folders[0] ?? '') ? 1 : 2;
  return folders.slice(0, depth).join('/');
}

interface Room {
  readonly room: string;
  readonly files: number;
  readonly lines: number;
}

export function rooms(): Room[] {
  const measured = sources().map((path) => ({ room: roomOf(path), lines: linesOf(textOf(path)) }));
  return [...Map.groupBy(measured, ({ room }) => room)].map(([room, files]) => ({
    room,
    files: files.length,
    lines: files.reduce((sum, { lines }) => sum + lines, 0),
  }));
}

export const exportedNames = (): number =>
  sources()
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('test/'))
    .flatMap((path) => [
      ...textOf(path).matchAll(/^export (?:default |async |abstract |declare )*(?:const \{([^}]*)\}|\w+|\{([^}]*)\})/gm),
    ])
    .reduce(
      (sum, [, bound = '', listed = '']) => sum + ((bound || listed).split(',').filter((name) => name.trim()).length || 1),
      0,
    );

export interface Table {
  readonly name: string;
  readonly keys: readonly { readonly column: string; readonly to: string }[];
}

interface Schema {
  readonly tables: readonly Table[];
  readonly triggers: number;
  readonly functions: number;
}

/** The schema after all migrations. */
export function schema(): Schema {
  const text = globSync('server/db/migrations/**/*.{sql,ts}', { cwd: root }).toSorted().map(textOf).join('\n');
  const left = (kind: string): string[] => {
    const named = (verb: string) =>
      [...text.matchAll(new RegExp(`${verb} ${kind} (?:IF (?:NOT )?EXISTS )?(\\w+)`, 'g'))].map(([, name = '']) => name);
    const dropped = named('DROP');
    return [...new Set(named('CREATE(?: OR REPLACE| UNLOGGED| CONSTRAINT)*'))].filter((name) => !dropped.includes(name));
  };
  const keysOf = (table: string) => {
    const body =
      new RegExp(`CREATE(?: UNLOGGED)? TABLE (?:IF NOT EXISTS )?${table} \\(\\n(.*?)\\n\\)`, 's').exec(text)?.[1] ?? '';
    return [...body.matchAll(/^ +(\w+) .*?\bREFERENCES (\w+)/gm)].map(([, column = '', to = '']) => ({ column, to }));
  };
  return {
    tables: left('TABLE').map((name) => ({ name, keys: keysOf(name) })),
    triggers: left('TRIGGER').length,
    functions: left('FUNCTION').length,
  };
}

export const jobs = (): number => [...textOf('server/jobs/jobs.ts').matchAll(/\bevery\(\s*'/g)].length;

/** The number of loose files in a folder, besides those in its subfolders. */
export const looseFiles = (folder: string): number =>
  globSync(`${folder}/*.ts`, { cwd: root }).map((path) => basename(path)).length;
