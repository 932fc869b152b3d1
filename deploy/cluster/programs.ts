/** Finds the programs that a cluster needs. */
import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Debian's package of each program. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx-light',
  psql: 'postgresql-client',
} as const;

type Program = keyof typeof packages;

interface Machine {
  /** Undefined: not installed. */
  find(program: string): string | undefined;
  /** The folder with PostgreSQL's own programs (initdb, pg_rewind …), the newest. */
  postgresFolder(): string | undefined;
}

const SYSTEM_FOLDERS = ['/usr/sbin', '/sbin', '/usr/local/sbin'];

export const thisMachine: Machine = {
  find: (program) =>
    [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS].map((folder) => join(folder, program)).find(isExecutable),
  postgresFolder: () =>
    globSync('/usr/lib/postgresql/*/bin/pg_rewind')
      .map(dirname)
      .toSorted((left, right) => left.localeCompare(right, 'en', { numeric: true }))
      .at(-1),
};

export interface Found {
  readonly programs: Readonly<Record<Program, string>>;
  readonly postgresFolder: string;
}

/** Finds the programs, or returns the missing ones with the command that installs them. */
export function findPrograms(machine: Machine): Found | { missing: readonly string[]; install: string } {
  const names = Object.keys(packages) as Program[];
  const programs = Object.fromEntries(names.map((name) => [name, machine.find(name)]));
  const postgresFolder = machine.postgresFolder();
  const absent = names.filter((name) => programs[name] === undefined);
  if (absent.length === 0 && postgresFolder !== undefined)
    return { programs: programs as Record<Program, string>, postgresFolder };
  const missing = [...absent, ...(postgresFolder === undefined ? ['postgres'] : [])];
  const wanted = [...absent.map((name) => packages[name]), ...(postgresFolder === undefined ? ['postgresql'] : [])];
  return { missing, install: `apt-get install ${wanted.join(' ')}` };
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
