/** A rule is data: a code with a phrase in every locale, its values, and a test. Shared by checklist, form and server. */

export interface Rule<Value = string> {
  /** Key of the phrase in `locales/<locale>/rules.json`. */
  readonly code: RuleCode;
  /** Values of the phrase besides `{field}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  readonly holds: (value: Value) => boolean;
}

/** All codes; a test looks up each in every locale. */
export const ruleCodes = [
  'required',
  'minLength',
  'maxLength',
  'lowercase',
  'uppercase',
  'number',
  'passwordPattern',
  'passwordBytes',
  'passwordCommon',
  'passwordContext',
  'passwordStrength',
  'match',
  'email',
  'emails',
  'userName',
  'personName',
  'title',
  'portfolioName',
  'applicationName',
  'secureAddress',
  'keyName',
  'fileType',
  'fileSize',
  'notText',
] as const;

export type RuleCode = (typeof ruleCodes)[number];

/** The first rule that `value` breaks, if any. */
export const broken = <Value>(rules: readonly Rule<Value>[], value: Value): Rule<Value> | undefined =>
  rules.find((rule) => !rule.holds(value));
