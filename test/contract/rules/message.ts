/** Texts shown for a broken rule. */
import type { Rule } from '../../../api/contract/rules/rule.ts';
import { translatorFor } from '../../locales/files.ts';

const translate = { 'en-US': translatorFor('en-US'), de: translatorFor('de') };

/** Phrase of a rule in en-US and de; without a label it uses the locale's word for "field". */
export const messages = <Value>(rule: Rule<Value>, label?: string): [string, string] => [
  translate['en-US'](`rules:${rule.code}`, { field: label ?? translate['en-US']('rules:field'), ...rule.values }),
  translate.de(`rules:${rule.code}`, { field: label ?? translate.de('rules:field'), ...rule.values }),
];

/** A rule's checklist line in en-US and de. */
export const checklistLines = (rule: Rule): [string, string] => [
  translate['en-US'](`rules:checklist.${rule.code}`, rule.values),
  translate.de(`rules:checklist.${rule.code}`, rule.values),
];
