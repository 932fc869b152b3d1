/** The contract's rules as validators: the first broken rule is reported. */
import type { TFunction } from 'i18next';
import { isMissing } from '@api/contract/rules/required.ts';
import { broken, type Rule } from '@api/contract/rules/rule.ts';

export type AnyRule = Rule | Rule<unknown>;

/** Translated message of a broken rule for `field`. */
export const ruleMessage = (rule: Pick<Rule, 'code' | 'values'>, field: string, t: TFunction<'rules'>): string =>
  t(rule.code, { count: 0, ...rule.values, field });

/** The first error of `value`. An empty value is checked by `required` only. */
export function fieldError(rules: readonly AnyRule[], value: unknown, field: string, t: TFunction<'rules'>): string | undefined {
  const applicable = isMissing(value) ? rules.filter((rule) => rule.code === 'required') : rules;
  const rule = broken(applicable as readonly Rule<unknown>[], value);
  return rule && ruleMessage(rule, field, t);
}
