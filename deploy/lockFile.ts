/** package-lock.json (version 3) as far as the bill of materials reads it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.ts';

export interface LockedPackage {
  /** Name of an aliased package; otherwise it is in the path. */
  readonly name?: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  /** Whether only developers' packages use it. */
  readonly dev?: boolean;
  /** Whether it is left out on machines where it can't be installed. */
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Packages by path, such as `node_modules/pg`; the project itself is `''`. */
export type Lock = Readonly<Record<string, LockedPackage>>;

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

export const nameAt = (path: string, { name }: Pick<LockedPackage, 'name'>): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The path of the package that a file belongs to; undefined for the project's own. */
export const packageOf = (file: string): string | undefined => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** The place where a package finds another by name: in its own folder, or in one around it. */
export function resolveFrom(lock: Lock, path: string, name: string): string | undefined {
  for (let folder: string | undefined = path; folder !== undefined; folder = parentOf(folder)) {
    const found = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[found]) return found;
  }
  return undefined;
}

const parentOf = (path: string): string | undefined =>
  path === '' ? undefined : path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));
