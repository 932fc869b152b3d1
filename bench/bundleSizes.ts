/** Transfer size (brotli 11) of the JS, CSS and phrases that each first view fetches; 1 KB = 1,000 B. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ChunkFiles, chunkFilesPath } from '../deploy/chunks.ts';
import { root } from '../deploy/sources.ts';
import { atMost, type ResultRow } from './resultTable.ts';

interface View {
  readonly label: string;
  readonly chunks: readonly string[];
  /** i18n namespaces whose phrases are fetched as separate JSON files. */
  readonly phraseFiles?: readonly string[];
  /** JS, CSS and phrases as transferred (brotli), 1 KB = 1,000 B. */
  readonly budgetKb: number;
}

const signIn = ['main', 'login', 'text-*'];
const signedIn = ['main', 'text-*', 'store', 'signedIn', 'prerendered/controls.css'];

/** Size budgets, with what each view loads: the entry and `webpackChunkName`s, where `*` matches any ending, and files by their path. */
const views: readonly View[] = [
  { label: 'sign-in form, first view', chunks: signIn, budgetKb: 128 },
  { label: 'sign-in form, with what comes late', chunks: [...signIn, 'store', 'sentry'], budgetKb: 238 },
  {
    label: 'sign-in form, late, where there can be passkeys',
    chunks: [...signIn, 'store', 'sentry', 'passkeys'],
    phraseFiles: ['passkeys'],
    budgetKb: 245,
  },
  {
    label: 'users list, cold, everything',
    chunks: [...signedIn, 'users', 'grid'],
    phraseFiles: ['users'],
    budgetKb: 440,
  },
  { label: 'overview, cold', chunks: [...signedIn, 'overview'], phraseFiles: ['overview'], budgetKb: 355 },
  { label: 'audit report, cold', chunks: [...signedIn, 'audit', 'grid'], phraseFiles: ['audit', 'actions'], budgetKb: 570 },
  { label: 'reports, cold', chunks: [...signedIn, 'audit'], phraseFiles: ['audit', 'actions'], budgetKb: 405 },
  { label: 'edit user, cold', chunks: [...signedIn, 'user-edit'], phraseFiles: ['users', 'actions', 'audit'], budgetKb: 405 },
  { label: 'invite and add users, cold', chunks: [...signedIn, 'user-invite'], phraseFiles: ['users'], budgetKb: 400 },
  { label: 'import users, cold', chunks: [...signedIn, 'import'], phraseFiles: ['imports'], budgetKb: 400 },
  { label: 'move in, cold', chunks: [...signedIn, 'imports'], phraseFiles: ['imports'], budgetKb: 400 },
  { label: 'organisations, cold', chunks: [...signedIn, 'organisations', 'grid'], phraseFiles: ['organisations'], budgetKb: 555 },
  { label: 'tickets, cold', chunks: [...signedIn, 'tickets', 'grid'], phraseFiles: ['tickets'], budgetKb: 560 },
  {
    label: 'connections, cold',
    chunks: [...signedIn, 'connections'],
    phraseFiles: ['connections', 'federation', 'provisioning'],
    budgetKb: 410,
  },
  { label: 'approvals, cold', chunks: [...signedIn, 'organisations'], phraseFiles: ['session', 'actions'], budgetKb: 390 },
  { label: 'applications, cold', chunks: [...signedIn, 'applications', 'grid'], phraseFiles: ['applications'], budgetKb: 560 },
  { label: 'own applications, cold', chunks: [...signedIn, 'my-applications'], phraseFiles: ['applications'], budgetKb: 355 },
  {
    label: 'security details, cold',
    chunks: [...signedIn, 'security'],
    phraseFiles: ['security', 'actions', 'mfa'],
    budgetKb: 370,
  },
  { label: 'support form, cold', chunks: ['main', 'text-*', 'store', 'support'], phraseFiles: ['support'], budgetKb: 190 },
];

/** All JS and CSS of the build, uncompressed. */
const RAW_BUDGET_KB = 3220;

const dist = join(root, 'dist');
const readChunks = () => JSON.parse(readFileSync(chunkFilesPath, 'utf8')) as ChunkFiles;
let chunks: ChunkFiles = {};
const knownBytes = new Map<string, number>();

/** The smallest files are sent uncompressed: the build makes no `.br` of them. */
function transferBytes(file: string): number {
  const known = knownBytes.get(file);
  if (known !== undefined) return known;
  const compressed = statSync(join(dist, `${file}.br`), { throwIfNoEntry: false });
  const bytes = compressed?.size ?? statSync(join(dist, file)).size;
  knownBytes.set(file, bytes);
  return bytes;
}

/** Files of a chunk, or one file by its path. `*` matches one chunk per language, of which a browser loads one: the largest counts. */
function filesOf(pattern: string): readonly string[] {
  if (pattern.includes('/')) return [pattern];
  if (!pattern.endsWith('*')) {
    const files = chunks[pattern];
    if (files === undefined) throw new Error(`no chunk is named ${pattern}; there are ${Object.keys(chunks).join(', ')}`);
    return files;
  }
  const matching = Object.entries(chunks).filter(([name]) => name.startsWith(pattern.slice(0, -1)));
  const largest = matching.sort(([, left], [, right]) => sum(right) - sum(left))[0];
  if (largest === undefined) throw new Error(`no chunk is named ${pattern}`);
  return largest[1];
}

/** Phrase file of an i18n namespace in the language where it is largest. */
function phraseFileOf(namespace: string): string {
  const files = readdirSync(join(dist, 'assets')).filter((name) =>
    new RegExp(`^text-[\\w-]+-${namespace}\\.\\w+\\.json$`).test(name),
  );
  const largest = files.map((name) => `assets/${name}`).sort((left, right) => transferBytes(right) - transferBytes(left))[0];
  if (largest === undefined) throw new Error(`no phrases of ${namespace}`);
  return largest;
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + transferBytes(file), 0);
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** Size of each view, and of all JS and CSS of the build. */
export function measureBundles(): ResultRow[] {
  chunks = readChunks();
  knownBytes.clear();
  const rows = views.map(({ label, chunks: names, phraseFiles = [], budgetKb }): ResultRow => {
    try {
      const files = new Set([...names.flatMap(filesOf), ...phraseFiles.map(phraseFileOf)]);
      return atMost(`${label} (${String(files.size)} files)`, sum(files), budgetKb * 1000, kb);
    } catch (error) {
      return { label, measured: (error as Error).message, budget: `${String(budgetKb)} KB`, within: false };
    }
  });
  const shipped = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const raw = shipped.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0);
  return [...rows, atMost(`all JS + CSS, raw (${String(shipped.length)} files)`, raw, RAW_BUDGET_KB * 1000, kb)];
}
