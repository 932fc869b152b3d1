/**
 * The webpack loader of the contract: what of a file with shapes is data goes into the browser, such as its calls; the shapes, and the library
 * that checks them, stay on the server. Whatever else a screen imports from there is missing, which fails the build.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Compilation, LoaderContext } from 'webpack';

const folder = path.join(import.meta.dirname, 'api/contract');

/** Data that each file exports, by path. */
type ContractData = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

const hasShapes = (source: string): boolean => source.includes("from 'zod'");

const isData = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isData)
    : typeof value === 'object' && value !== null
      ? Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData)
      : ['string', 'number', 'boolean'].includes(typeof value);

async function readContract(): Promise<ContractData> {
  const files = globSync(`${folder}/*.ts`).filter((file) => hasShapes(readFileSync(file, 'utf8')));
  const exports = files.map(async (file) => {
    const contract = (await import(pathToFileURL(file).href)) as object;
    return [file, Object.fromEntries(Object.entries(contract).filter(([, value]) => isData(value)))] as const;
  });
  return new Map(await Promise.all(exports));
}

/** Read in a thread, whose modules are new: while developing, they have changed since the last compilation. */
const startReading = (): Promise<ContractData> =>
  new Promise((resolve, reject) => {
    new Worker(import.meta.filename, { workerData: folder }).once('message', resolve).once('error', reject);
  });

if (workerData === folder) void readContract().then((data) => parentPort?.postMessage(data));

const readings = new WeakMap<Compilation, Promise<ContractData>>();

export default function loadContract(this: LoaderContext<object>, source: string): void {
  const done = this.async();
  const compilation = this._compilation;
  if (!hasShapes(source) || !compilation) {
    done(null, source);
    return;
  }
  this.addContextDependency(folder);
  const reading = readings.get(compilation) ?? startReading();
  readings.set(compilation, reading);
  reading.then(
    (data) => {
      const exports = Object.entries(data.get(this.resourcePath) ?? {});
      done(null, exports.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n'));
    },
    (error: unknown) => {
      done(error as Error);
    },
  );
}
