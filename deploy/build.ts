/** The production build, and a note of which files belong to which part of it, for the size budgets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import webpack, { type Stats } from 'webpack';
import { chunkNote, type ChunkFiles } from './chunks.ts';

/** Throws with the compiler's own words where there are errors. */
export async function build(): Promise<void> {
  const { default: configure } = await import('../webpack.config.ts');
  const compiler = webpack(configure({}, { mode: 'production' }));
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => {
      // Closing writes the cache that makes the next build quick.
      compiler.close((closingError) => {
        const failure = error ?? closingError;
        if (failure || !result) reject(failure ?? new Error('webpack gave no result'));
        else resolve(result);
      });
    });
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: process.stdout.isTTY }));
  if (stats.hasWarnings()) console.warn(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
  mkdirSync(dirname(chunkNote), { recursive: true });
  writeFileSync(chunkNote, JSON.stringify(chunkFiles(stats), null, 2));
}

function chunkFiles(stats: Stats): ChunkFiles {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  return Object.fromEntries(
    Object.entries(namedChunkGroups).map(([name, { assets = [] }]) => [
      name,
      assets.map((asset) => asset.name).filter((file) => /\.(js|css)$/.test(file)),
    ]),
  );
}
