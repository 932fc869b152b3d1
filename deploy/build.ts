/** Production build; also writes the files of each chunk to {@link chunkFilesPath} for the size budgets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import webpack, { type Stats } from 'webpack';
import { chunkFilesPath, type ChunkFiles } from './chunks.ts';

/** @throws Error with webpack's messages if compilation fails */
export async function build(): Promise<void> {
  const { default: configure } = await import('../webpack.config.ts');
  const compiler = webpack(configure({}, { mode: 'production' }));
  const stats = await new Promise<Stats>((resolve, reject) => {
    compiler.run((error, result) => {
      // Closing writes webpack's persistent cache.
      compiler.close((closingError) => {
        const failure = error ?? closingError;
        if (failure || !result) reject(failure ?? new Error('webpack gave no result'));
        else resolve(result);
      });
    });
  });
  if (stats.hasErrors()) throw new Error(stats.toString({ preset: 'errors-only', colors: process.stdout.isTTY }));
  if (stats.hasWarnings()) console.warn(stats.toString({ preset: 'errors-warnings', colors: process.stdout.isTTY }));
  mkdirSync(dirname(chunkFilesPath), { recursive: true });
  writeFileSync(chunkFilesPath, JSON.stringify(chunkFiles(stats), null, 2));
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
