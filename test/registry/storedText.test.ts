/**
 * Every text field of the contract that a call stores is planted in the browser's story of hostile text, or is listed as never
 * shown.
 */
import { z } from 'zod';
import { operations } from '../../api/contract/index.ts';
import { changesState } from '../../api/contract/call.ts';
import { notShown, storedTexts } from '../support/storedTexts.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Formats that leave no room for text. */
const CLOSED = new Set(['uuid', 'date-time', 'date']);

function textsIn(schema: Schema, path: string, defs = schema.$defs ?? {}): string[] {
  const { $ref, anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties: other } = schema;
  const referred = $ref === undefined ? undefined : defs[$ref.split('/').at(-1) ?? ''];
  const isOpen =
    schema.type === 'string' && schema.enum === undefined && schema.const === undefined && !CLOSED.has(schema.format ?? '');
  return [
    ...(isOpen ? [path] : []),
    ...[...(referred ? [referred] : []), ...anyOf, ...oneOf, ...allOf].flatMap((one) => textsIn(one, path, defs)),
    ...Object.entries(properties).flatMap(([name, one]) => textsIn(one, `${path}.${name}`, defs)),
    ...(items ? textsIn(items, `${path}[]`, defs) : []),
    ...(typeof other === 'object' ? textsIn(other, `${path}.*`, defs) : []),
  ];
}

const fields = Object.entries(operations).flatMap(([name, operation]) =>
  changesState(operation)
    ? (['params', 'query', 'body'] as const).flatMap((part) => {
        const schema: z.ZodType | undefined =
          part in operation ? (operation as Partial<Record<typeof part, z.ZodType>>)[part] : undefined;
        return schema
          ? textsIn(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Schema, `${name} ${part}`)
          : [];
      })
    : [],
);

test('each is shown as text in the browser, or not shown, and there is no rule without a field', () => {
  const rules = [...Object.values(storedTexts), ...notShown.map(([pattern]) => pattern)];
  expect([...new Set(fields)].filter((field) => !rules.some((rule) => rule.test(field)))).toEqual([]);
  expect(rules.filter((rule) => !fields.some((field) => rule.test(field)))).toEqual([]);
});
