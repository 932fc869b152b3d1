/** Weighs what a browser fetches for each first view, brotli 11 (KB = 1,000 B, JS, CSS and phrases). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chunkNote, type ChunkFiles } from '../deploy/chunks.ts';
import { root } from '../deploy/sources.ts';
import { RAW_BUDGET_KB, views } from './budgets.ts';
import { atMost, type Row } from './table.ts';

const dist = join(root, 'dist');
const readChunks = () => JSON.parse(readFileSync(chunkNote, 'utf8')) as ChunkFiles;
let chunks: ChunkFiles = {};
const weights = new Map<string, number>();

/** Bytes on the wire. The build leaves the smallest files uncompressed, and so does the server. */
function weigh(file: string): number {
  const known = weights.get(file);
  if (known !== undefined) return known;
  const compressed = statSync(join(dist, `${file}.br`), { throwIfNoEntry: false });
  const weight = compressed?.size ?? statSync(join(dist, file)).size;
  weights.set(file, weight);
  return weight;
}

/** Readers differ in language and load one set of phrases each: the heaviest counts. */
function filesOf(pattern: string): readonly string[] {
  if (!pattern.endsWith('*')) {
    const files = chunks[pattern];
    if (files === undefined) throw new Error(`no chunk is named ${pattern}; there are ${Object.keys(chunks).join(', ')}`);
    return files;
  }
  const matching = Object.entries(chunks).filter(([name]) => name.startsWith(pattern.slice(0, -1)));
  const heaviest = matching.sort(([, left], [, right]) => sum(right) - sum(left))[0];
  if (heaviest === undefined) throw new Error(`no chunk is named ${pattern}`);
  return heaviest[1];
}

/** Of the languages, again the heaviest. */
function phrasesOf(noun: string): string {
  const files = readdirSync(join(dist, 'assets')).filter((name) => new RegExp(`^text-[\\w-]+-${noun}\\.\\w+\\.json$`).test(name));
  const heaviest = files.map((name) => `assets/${name}`).sort((left, right) => weigh(right) - weigh(left))[0];
  if (heaviest === undefined) throw new Error(`no phrases of ${noun}`);
  return heaviest;
}

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + weigh(file), 0);
const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`;

/** Every view's weight, and that of everything the build ships. */
export function weighBuild(): Row[] {
  chunks = readChunks();
  weights.clear();
  const rows = views.map(({ what, needs, phrases = [], budgetKb }): Row => {
    try {
      const files = new Set([...needs.flatMap(filesOf), ...phrases.map(phrasesOf)]);
      return atMost(`${what} (${String(files.size)} files)`, sum(files), budgetKb * 1000, kb);
    } catch (error) {
      return { what, measured: (error as Error).message, budget: `${String(budgetKb)} KB`, within: false };
    }
  });
  const shipped = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name));
  const raw = shipped.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0);
  return [...rows, atMost(`all JS + CSS, raw (${String(shipped.length)} files)`, raw, RAW_BUDGET_KB * 1000, kb)];
}
