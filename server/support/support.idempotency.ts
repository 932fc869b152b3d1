/** `Idempotency-Key` (IETF draft-ietf-httpapi-idempotency-key-header): a UUID that the form makes for what is sent, and repeats with it. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problem } from '../http/problem.ts';

/** @throws Invalid if the header is not one UUID, in quotes or without */
export function idempotencyKeyOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const header = headers['idempotency-key'];
  if (header === undefined) return null;
  const key = z.uuid().safeParse(typeof header === 'string' ? header.replaceAll('"', '') : header);
  if (!key.success) throw problem('Invalid', { fields: { 'Idempotency-Key': { problem: 'BadRequest' } } });
  return key.data;
}
