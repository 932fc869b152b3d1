/** A rule is data: a code with a phrase in every locale, its values, and a test. Shared by checklist, form and server. */

export interface Rule<Value = string> {
  /** Key of the phrase in `locales/<locale>/rules.json`. */
  readonly code: RuleCode;
  /** Values of the phrase besides `{field}`. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** Values that depend on what breaks the rule. */
  readonly valuesOf?: (value: Value) => Readonly<Record<string, string | number>>;
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
  'domain',
  'userName',
  'personName',
  'nameInvisible',
  'namePlain',
  'nameCharacter',
  'title',
  'portfolioName',
  'portfolioDots',
  'applicationName',
  'secureAddress',
  'keyName',
  'fileType',
  'fileSize',
  'notText',
] as const;

export type RuleCode = (typeof ruleCodes)[number];

/** The first rule that `value` breaks, if any, with all values of its phrase. */
export function broken<Value>(rules: readonly Rule<Value>[], value: Value): Rule<Value> | undefined {
  const rule = rules.find(({ holds }) => !holds(value));
  return rule?.valuesOf ? { ...rule, values: { ...rule.values, ...rule.valuesOf(value) } } : rule;
}

/** The rule for a field whose text is sent as `meant` makes it. */
export const ruleOf = (meant: (text: string) => string, { valuesOf, ...rule }: Rule): Rule => ({
  ...rule,
  holds: (text) => rule.holds(meant(text)),
  ...(valuesOf && { valuesOf: (text: string) => valuesOf(meant(text)) }),
});
