/** The contract's Zod schemas as JSON Schema: for OpenAPI, and for Fastify's serialiser, which strips other fields. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

const cache = new WeakMap<z.ZodType, JsonSchema>();

export function jsonSchema(schema: z.ZodType): JsonSchema {
  const known = cache.get(schema);
  if (known) return known;
  const converted = simplify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })) as JsonSchema;
  delete converted.$schema;
  cache.set(schema, converted);
  return converted;
}

/** Turns `anyOf: [x, null]` into the equivalent `type: [x, null]`, which serialises without trying each branch. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const copy = Object.fromEntries<unknown>(Object.entries(node).map(([key, value]) => [key, simplify(value)]));
  const { anyOf, ...rest } = copy;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return copy;
  const [value, empty] = anyOf as [JsonSchema, JsonSchema];
  return empty.type === 'null' && typeof value.type === 'string' ? { ...rest, ...value, type: [value.type, 'null'] } : copy;
}
