/** The files of each webpack chunk, written by the build and read by the size check. */
import { join } from 'node:path';
import { root } from './sources.ts';

/** Name of the entry or `webpackChunkName` to the JS and CSS files that a browser fetches for it. */
export type ChunkFiles = Readonly<Record<string, readonly string[]>>;

export const chunkFilesPath = join(root, '.cache/chunks.json');
