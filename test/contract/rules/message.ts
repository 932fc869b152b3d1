/** What a person reads when a rule is broken. */
import type { Rule } from '../../../api/contract/rules/rule.ts';
import { translatorFor } from '../../locales/files.ts';

const translate = { 'en-US': translatorFor('en-US'), de: translatorFor('de') };

/** The phrase of a rule in American English and in German; without a label the field is called what the locale calls it. */
export const messages = <Value>(rule: Rule<Value>, label?: string): [string, string] => [
  translate['en-US'](`rules:${rule.code}`, { field: label ?? translate['en-US']('rules:field'), ...rule.values }),
  translate.de(`rules:${rule.code}`, { field: label ?? translate.de('rules:field'), ...rule.values }),
];

/** One line of a checklist, in both languages. */
export const checklistLines = (rule: Rule): [string, string] => [
  translate['en-US'](`rules:checklist.${rule.code}`, rule.values),
  translate.de(`rules:checklist.${rule.code}`, rule.values),
];
