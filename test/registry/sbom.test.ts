/** The bill of materials against the lock file: everything that is shipped, and nothing else, each with version, licence and hash. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageOf, readLock, resolveFrom } from '../../deploy/lockFile.ts';
import { sbom } from '../../deploy/sbom.ts';
import { root } from '../../deploy/sources.ts';

const lock = readLock();
const shipped = new Set(['node_modules/react', 'node_modules/zod']);
const bill = sbom(lock, shipped, new Date('2026-01-02T03:04:05Z'));
const byKey = new Map(bill.components.map((component) => [`${component.name}@${component.version}`, component]));
const nameOf = (path: string) => lock[path]?.name ?? path.replace(/^.*node_modules\//, '');

it('Every production package is in it, with version, licence and the hash of the lock file', () => {
  const production = Object.entries(lock).filter(([path, { dev }]) => path !== '' && dev !== true);
  expect(production.length).toBeGreaterThan(200);
  for (const [path, { version, license = '', integrity = '' }] of production) {
    const component = byKey.get(`${nameOf(path)}@${version}`);
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    expect(sha512).toMatch(/^[\da-f]{128}$/);
    expect([path, component?.hashes]).toEqual([path, [{ alg: 'SHA-512', content: sha512 }]]);
    expect([path, license, JSON.stringify(component?.licenses)]).toEqual([
      path,
      expect.stringMatching(/./),
      expect.stringContaining(license),
    ]);
    expect(component?.purl).toBe(`pkg:npm/${nameOf(path).replace('@', '%40')}@${version}`);
  }
});

it('Every dependency of package.json is in it at its version', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const [name, version] of Object.entries(dependencies))
    expect([name, byKey.has(`${name}@${version}`)]).toEqual([name, true]);
});

it('It has those of the developers’ packages that are part of the browser’s scripts', () => {
  const partsOf = (name: string) =>
    bill.components
      .filter((component) => component.name === name)
      .flatMap(({ properties }) => properties.map(({ value }) => value));
  expect([partsOf('react'), partsOf('zod'), partsOf('pg')]).toEqual([['browser'], ['server', 'browser'], ['server']]);
  for (const name of ['eslint', 'jest', 'webpack', 'puppeteer', 'react-dom']) expect(partsOf(name)).toEqual([]);
});

it('The dependencies lead from the application to every package, and to no other', () => {
  const edges = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    expect([ref, edges.has(ref)]).toEqual([ref, true]);
    edges.get(ref)?.forEach(visit);
  };
  visit(bill.metadata.component['bom-ref']);
  const refs = bill.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect([...reached].sort()).toEqual(['gatehouse', ...refs].sort());
});

it('A package is found as Node finds it, and the package of a file by its path', () => {
  const nested = { '': {}, 'node_modules/a': {}, 'node_modules/a/node_modules/b': {}, 'node_modules/b': {} };
  const entries = Object.fromEntries(Object.keys(nested).map((path) => [path, { version: '1.0.0' }]));
  expect(resolveFrom(entries, 'node_modules/a', 'b')).toBe('node_modules/a/node_modules/b');
  expect(resolveFrom(entries, 'node_modules/a/node_modules/b', 'a')).toBe('node_modules/a');
  expect(resolveFrom(entries, '', 'b')).toBe('node_modules/b');
  expect(resolveFrom(entries, 'node_modules/b', 'c')).toBeUndefined();
  expect(packageOf('node_modules/a/node_modules/@x/b/dist/index.js')).toBe('node_modules/a/node_modules/@x/b');
  expect(packageOf('src/main.tsx')).toBeUndefined();
});
