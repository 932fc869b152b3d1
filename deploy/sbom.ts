/**
 * The software bill of materials, in CycloneDX 1.6: the packages that the server loads, and those compiled into the browser's
 * scripts, from the lock file. (`npm sbom` refuses a peer range of OpenTelemetry's; with --legacy-peer-deps it leaves out 48 of
 * 269, zod among them.)
 */
import { nameAt, resolveFrom, type Lock, type LockedPackage } from './lockFile.ts';

interface Component {
  readonly type: 'library';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope: 'required' | 'optional';
  readonly purl: string;
  readonly hashes: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
  /** `gatehouse:part`: server or browser. */
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly version: 1;
  readonly metadata: {
    readonly timestamp: string;
    readonly lifecycles: readonly { readonly phase: 'build' }[];
    readonly component: {
      readonly type: 'application';
      readonly 'bom-ref': string;
      readonly name: string;
      readonly version: string;
    };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** @param bundled paths of the packages in the browser's scripts */
export function sbom(lock: Lock, bundled: ReadonlySet<string>, now: Date): Sbom {
  const project = lock[''];
  if (!project) throw new Error('The lock file has no project');
  const paths = Object.keys(lock).filter((path) => path !== '' && (isOfServer(lock, path) || bundled.has(path)));
  const shipped = new Set(paths);
  const application = {
    type: 'application',
    'bom-ref': 'gatehouse',
    name: nameAt('', project),
    version: project.version,
  } as const;
  // A version that is installed in two places is one component.
  const components = new Map(paths.map((path) => [purlOf(lock, path), componentOf(lock, path, bundled)]));
  const dependencies = new Map<string, Set<string>>();
  for (const path of ['', ...paths]) {
    const ref = path === '' ? application['bom-ref'] : purlOf(lock, path);
    const known = dependencies.get(ref) ?? new Set();
    for (const found of dependenciesOf(lock, path)) if (shipped.has(found)) known.add(purlOf(lock, found));
    dependencies.set(ref, known);
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: now.toISOString(), lifecycles: [{ phase: 'build' }], component: application },
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
  };
}

const isOfServer = (lock: Lock, path: string): boolean => lock[path]?.dev !== true;

const at = (lock: Lock, path: string): LockedPackage => {
  const found = lock[path];
  if (!found) throw new Error(`${path} is not in the lock file`);
  return found;
};

function purlOf(lock: Lock, path: string): string {
  const entry = at(lock, path);
  return `pkg:npm/${nameAt(path, entry).replace('@', '%40')}@${entry.version}`;
}

function componentOf(lock: Lock, path: string, bundled: ReadonlySet<string>): Component {
  const entry = at(lock, path);
  const parts = [...(isOfServer(lock, path) ? ['server'] : []), ...(bundled.has(path) ? ['browser'] : [])];
  return {
    type: 'library',
    'bom-ref': purlOf(lock, path),
    name: nameAt(path, entry),
    version: entry.version,
    scope: entry.optional === true ? 'optional' : 'required',
    purl: purlOf(lock, path),
    hashes: (entry.integrity ?? '').split(' ').filter(Boolean).map(hashOf),
    licenses: entry.license === undefined ? [] : [licenceOf(entry.license)],
    properties: parts.map((value) => ({ name: 'gatehouse:part', value })),
  };
}

/** Converts a hash of Subresource Integrity, such as `sha512-…` in base64. */
function hashOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/s);
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') };
}

const licenceOf = (license: string) => (/[ ()]/.test(license) ? { expression: license } : { license: { id: license } });

function dependenciesOf(lock: Lock, path: string): string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = at(lock, path);
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies });
  return names.flatMap((name) => resolveFrom(lock, path, name) ?? []);
}
