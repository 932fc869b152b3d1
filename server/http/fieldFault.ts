/** What a validated field must be, from the fault that the contract's schema found in it. */
import type { z } from 'zod';
import type { RuleCode } from '../../api/contract/rules/rule.ts';
import type { Expectation, FieldFault } from './problem.ts';

type Issue = z.core.$ZodIssue;

export function faultOf(issue: Issue): FieldFault {
  switch (issue.code) {
    case 'custom':
      return typeof issue.params?.code === 'string'
        ? { rule: issue.params.code as RuleCode, values: issue.params.values as Record<string, string | number> | undefined }
        : { expected: 'value' };
    case 'too_small':
      return issue.origin === 'string' ? { rule: 'required' } : limitOf('least', 'fewest', issue.origin, issue.minimum);
    case 'too_big':
      return issue.origin === 'string'
        ? { rule: 'maxLength', values: { count: Number(issue.maximum) } }
        : limitOf('most', 'mostEntries', issue.origin, issue.maximum);
    case 'invalid_type':
      return (issue.input ?? null) === null ? { rule: 'required' } : { expected: types[issue.expected] ?? 'value' };
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_format':
      return { expected: formats[issue.format] ?? 'value' };
    case 'invalid_union':
      return unionFault(issue.errors);
    default:
      return { expected: 'value' };
  }
}

type Plain = Exclude<Expectation, { readonly values: object }>['expected'];

const types: Readonly<Record<string, Plain>> = {
  string: 'text',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
};

const formats: Readonly<Record<string, Plain>> = { uuid: 'uuid', guid: 'uuid', datetime: 'time' };

const oneOf = (values: readonly unknown[]): FieldFault => ({
  expected: 'oneOf',
  values: { values: values.map(String).join(', ') },
});

function limitOf(
  ofNumber: 'least' | 'most',
  ofEntries: 'fewest' | 'mostEntries',
  origin: string,
  limit: number | bigint,
): FieldFault {
  const isNumber = origin === 'number' || origin === 'int';
  if (!isNumber && origin !== 'array' && origin !== 'set') return { expected: 'value' };
  return { expected: isNumber ? ofNumber : ofEntries, values: { limit: Number(limit) } };
}

/** Words that several branches take are said together; otherwise the branch that came closest to the value is said. */
function unionFault(branches: readonly (readonly Issue[])[]): FieldFault {
  const issues = branches.flat();
  const [closest = issues[0]] = issues.filter(({ code }) => code !== 'invalid_type');
  if (!closest) return { expected: 'value' };
  const words = issues.flatMap((issue) => (issue.code === 'invalid_value' && issue.path.length === 0 ? issue.values : []));
  return words.length > 0 ? oneOf(words) : faultOf(closest);
}
