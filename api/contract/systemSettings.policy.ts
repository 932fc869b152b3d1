/** Rules on what a setting may be, and on which change protects less. */
import { email } from './rules/email.ts';
import { characters } from './rules/length.ts';
import type { RuleCode } from './rules/rule.ts';
import { notText } from './rules/text.ts';
import { settingOf, systemSettings, type SettingName, type SettingValue } from './systemSettings.registry.ts';

/** The value that null stands for: the default. */
export const orDefault = (name: SettingName, value: SettingValue): SettingValue => value ?? systemSettings[name].default;

export type SettingFault =
  | { readonly expected: 'integer' | 'boolean' | 'text' }
  | { readonly expected: 'least' | 'most'; readonly values: { readonly limit: number } }
  | { readonly rule: RuleCode; readonly values?: Readonly<Record<string, string | number>> };

/**
 * Why a setting cannot have a value; null is always accepted, as it asks for the default. The environment is not bound by it: an operator may
 * set what no administrator may.
 */
export function settingFault(name: SettingName, value: SettingValue): SettingFault | undefined {
  if (value === null) return undefined;
  const setting = settingOf(name);
  switch (setting.kind) {
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return { expected: 'integer' };
      if (value < setting.min) return { expected: 'least', values: { limit: setting.min } };
      return value > setting.max ? { expected: 'most', values: { limit: setting.max } } : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { expected: 'boolean' };
    case 'address':
      if (typeof value !== 'string') return { expected: 'text' };
      return email.holds(value) ? undefined : { rule: 'email' };
    case 'text':
      if (typeof value !== 'string') return { expected: 'text' };
      return textFault(value, setting.maxCharacters);
  }
}

/**
 * Everything but printable text and line breaks. Marks of direction could show the product's own words reversed; a separator of lines is a
 * break to some mail programs and none to others.
 */
const UNFIT = /(?!\r\n|\n|\t)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

function textFault(text: string, max: number): SettingFault | undefined {
  if (text.trim() === '') return { rule: 'required' };
  if (characters(text) > max) return { rule: 'maxLength', values: { count: max } };
  return notText.holds(text) && !UNFIT.test(text) ? undefined : { rule: 'notText' };
}

/** Whether a change protects less: the effect `changesRule`, which may need a second person. */
export function weakens(name: SettingName, from: SettingValue, to: SettingValue): boolean {
  const setting = settingOf(name);
  if (setting.kind === 'address' || setting.kind === 'text') return false;
  const [before, after] = [Number(orDefault(name, from)), Number(orDefault(name, to))];
  return setting.weaker === 'lower' ? after < before : after > before;
}
