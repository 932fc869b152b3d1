/** Validates requests against the contract and reports the errors per field. */
import { z } from 'zod';
import { problem, type FieldFault, type Problem } from './problem.ts';
import { faultOf } from './fieldFault.ts';

/** Maximum of faults in one answer: each is worded in the caller's language. */
const MAX_FAULTS = 100;

/** @throws Invalid with the fault of each field, up to a maximum */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error);
}

function invalid(error: z.ZodError): Problem {
  const fields: Record<string, FieldFault> = {};
  const faults = error.issues.slice(0, MAX_FAULTS).flatMap(faultsOf);
  for (const [field, found] of faults.slice(0, MAX_FAULTS)) fields[field] ??= found;
  return problem('Invalid', { fields });
}

function faultsOf(issue: z.core.$ZodIssue): (readonly [field: string, fault: FieldFault])[] {
  if (issue.code !== 'unrecognized_keys') return [[issue.path.join('.') || 'body', faultOf(issue)]];
  return issue.keys.slice(0, MAX_FAULTS).map((key) => [[...issue.path, key].join('.'), { expected: 'unknownField' }]);
}

/** Converts query and path parameters to the contract's types. Text that can't be converted is left for validation. */
export function parseParams(schema: z.ZodObject, texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseParam(schema.shape[name], text)]));
}

function parseParam(schema: unknown, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable) type = type.unwrap();
  if (type instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text;
  if (type instanceof z.ZodNumber) return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type instanceof z.ZodArray && isWord(type.element) && !text.startsWith('[')) return text.split(',');
  if (type instanceof z.ZodArray || type instanceof z.ZodObject) return parseJson(text);
  return text;
}

/** A list of words may be separated by commas, as in `sort`, instead of JSON. */
const isWord = (schema: unknown): boolean => schema instanceof z.ZodEnum || schema instanceof z.ZodString;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (key === '__proto__') throw new SyntaxError('__proto__ is not a field');
      return value;
    });
  } catch {
    return text;
  }
}
