/** Which files belong to which part of the build: noted by the build, read by whoever weighs it. */
import { join } from 'node:path';
import { root } from './sources.ts';

/** Names of the entry and of each `webpackChunkName`, with the files that a browser fetches for it. */
export type ChunkFiles = Readonly<Record<string, readonly string[]>>;

export const chunkNote = join(root, '.cache/chunks.json');
