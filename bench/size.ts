/** Weighs what a browser fetches for each first view, brotli 11 (KB = 1,000 B, JS, CSS and phrases), and fails where a budget is exceeded. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chunkNote, type ChunkFiles } from '../deploy/chunks.ts';
import { root } from '../deploy/sources.ts';
import { RAW_BUDGET_KB, views } from './budgets.ts';

const dist = join(root, 'dist');
const chunks = JSON.parse(readFileSync(chunkNote, 'utf8')) as ChunkFiles;
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
const kb = (bytes: number): string => (bytes / 1000).toFixed(1);

function line(what: string, measured: string, budget: string, within: boolean): void {
  console.log(`${within ? 'ok  ' : 'OVER'}  ${what.padEnd(46)} ${measured.padStart(9)}  of ${budget}`);
  if (!within) process.exitCode = 1;
}

for (const { what, needs, phrases = [], budgetKb } of views) {
  try {
    const files = new Set([...needs.flatMap(filesOf), ...phrases.map(phrasesOf)]);
    const bytes = sum(files);
    line(`${what} (${files.size} files)`, `${kb(bytes)} KB`, `${budgetKb} KB`, bytes <= budgetKb * 1000);
  } catch (error) {
    line(what, (error as Error).message, `${budgetKb} KB`, false);
  }
}

const shipped = readdirSync(join(dist, 'assets')).filter((name) => /\.(js|css)$/.test(name));
const raw = shipped.reduce((total, name) => total + statSync(join(dist, 'assets', name)).size, 0);
line(`all JS + CSS, raw (${shipped.length} files)`, `${kb(raw)} KB`, `${RAW_BUDGET_KB} KB`, raw <= RAW_BUDGET_KB * 1000);
