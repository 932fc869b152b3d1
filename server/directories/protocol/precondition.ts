/** Versions of resources as entity tags (RFC 7644, 3.14). */
import type { FastifyRequest } from 'fastify';
import { ScimError } from './errors.ts';

type Headers = FastifyRequest['headers'];

const tagsOf = (header: string): number[] => [...header.matchAll(/(?:W\/)?"(\d{1,9})"/g)].map((match) => Number(match[1]));
const hasTag = (header: string, version: number) => header.trim() === '*' || tagsOf(header).includes(version);

/** @throws ScimError 412 if the directory has read another version */
export function requireVersion(headers: Headers, version: number): void {
  const wanted = headers['if-match'];
  if (wanted !== undefined && !hasTag(wanted, version))
    throw new ScimError(412, 'version', 'The resource was changed meanwhile.');
}

export const isKnown = (headers: Headers, version: number): boolean =>
  headers['if-none-match'] !== undefined && hasTag(headers['if-none-match'], version);
