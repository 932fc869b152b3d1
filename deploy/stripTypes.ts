/** Strips the types of the server's files, for `server/process/launch.mjs`. Files that are unchanged since are left. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { strippedDirectory, strippedName } from '../server/process/stripped.mjs';
import { root } from './sources.ts';

export function stripTypes(): void {
  const emitWarning = process.emitWarning.bind(process);
  // Node warns that its stripper, which this file needs too, is experimental.
  process.emitWarning = () => undefined;
  try {
    strip();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function strip(): void {
  mkdirSync(strippedDirectory, { recursive: true });
  const outdated = new Set(readdirSync(strippedDirectory));
  for (const path of ['server', 'api/contract'].flatMap(typeScriptIn)) {
    const source = readFileSync(path);
    const name = strippedName(source);
    if (!outdated.delete(name)) writeFileSync(join(strippedDirectory, name), stripTypeScriptTypes(source.toString()));
  }
  for (const name of outdated) rmSync(join(strippedDirectory, name));
}

const typeScriptIn = (directory: string): string[] =>
  readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, directory, name));
