/** `npm run sbom`: says what the bill of materials of the build lists, and where it is. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Sbom } from './sbom.ts';
import { root, sbomPath } from './sources.ts';

const { components, specVersion } = JSON.parse(readFileSync(sbomPath, 'utf8')) as Sbom;
const countOf = (part: string) => components.filter(({ properties }) => properties.some(({ value }) => value === part)).length;
console.log(
  `${relative(root, sbomPath)} (CycloneDX ${specVersion}): ${String(components.length)} packages, ${String(countOf('server'))} of the server, ${String(countOf('browser'))} in the browser's scripts.`,
);
