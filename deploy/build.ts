/** Production build, with its bill of materials; also writes the files of each chunk to {@link chunkFilesPath} for the size budgets. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import webpack, { type Module, type Stats } from 'webpack';
import { chunkFilesPath, type ChunkFiles } from './chunks.ts';
import { packageOf, readLock } from './lockFile.ts';
import { sbom } from './sbom.ts';
import { root, sbomPath } from './sources.ts';

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
  writeFileSync(sbomPath, JSON.stringify(sbom(readLock(), bundledPackages(stats), new Date()), null, 2));
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

/** Paths of the packages whose modules are in the scripts and style sheets. */
function bundledPackages({ compilation }: Stats): Set<string> {
  const files = [...compilation.modules].flatMap(partsOf).flatMap((module) => module.nameForCondition() ?? []);
  return new Set(files.flatMap((file) => packageOf(relative(root, file).replaceAll(sep, '/')) ?? []));
}

/** The modules that webpack has joined into one. */
const partsOf = (module: Module): Module[] =>
  'modules' in module && Array.isArray(module.modules) ? (module.modules as Module[]) : [module];
