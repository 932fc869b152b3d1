/** The contract's rules as a form's validators: the first broken rule speaks. */
import type { TFunction } from 'i18next';
import { isMissing } from '@api/contract/rules/required.ts';
import { broken, type Rule } from '@api/contract/rules/rule.ts';

export type AnyRule = Rule | Rule<unknown>;

/** The sentence for a broken rule about the field called `field`. */
export const ruleMessage = (rule: Pick<Rule, 'code' | 'values'>, field: string, t: TFunction<'rules'>): string =>
  t(rule.code, { count: 0, ...rule.values, field });

/** What is wrong with `value`, if anything. An empty field is judged by `required` alone. */
export function fieldError(rules: readonly AnyRule[], value: unknown, field: string, t: TFunction<'rules'>): string | undefined {
  const asked = isMissing(value) ? rules.filter((rule) => rule.code === 'required') : rules;
  const rule = broken(asked as readonly Rule<unknown>[], value);
  return rule && ruleMessage(rule, field, t);
}
