/** What a person reads when a rule is broken. */
import type { Rule } from '../../../api/contract/rules/rule.ts';
import { speaker } from '../../locales/files.ts';

const say = { 'en-US': speaker('en-US'), de: speaker('de') };

/** The phrase of a rule in American English and in German; without a label the field is called what the locale calls it. */
export const messages = <Value>(rule: Rule<Value>, label?: string): [string, string] => [
  say['en-US'](`rules:${rule.code}`, { field: label ?? say['en-US']('rules:field'), ...rule.values }),
  say.de(`rules:${rule.code}`, { field: label ?? say.de('rules:field'), ...rule.values }),
];

/** One line of a checklist, in both languages. */
export const checklistLines = (rule: Rule): [string, string] => [
  say['en-US'](`rules:checklist.${rule.code}`, rule.values),
  say.de(`rules:checklist.${rule.code}`, rule.values),
];
