/** Rules of a new password: a validator, and a list with the state of each rule. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { commonPasswordRules } from '@api/contract/rules/commonPassword.ts';
import {
  isNist,
  lengthWithoutSpaces,
  newPasswordRules,
  PASSWORD_MIN_LENGTH,
  passwordBytes,
  passwordPattern,
} from '@api/contract/rules/password.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import type { RuleCheck } from '@src/ui/RuleList.tsx';
import { loadMostCommonPasswords } from './mostCommonPasswords.ts';
import { usePasswordStrength } from './usePasswordStrength.ts';

export interface PasswordOwner {
  /** Names the password must not contain (product, organisation, user, email). Absent if only the server knows them. */
  readonly names?: readonly string[] | undefined;
  /** Fields of the same form with further names. */
  readonly nameFields?: readonly string[];
  /** The account has former passwords, which the server compares. */
  readonly hasFormer?: boolean;
}

type CommonPassword = ReturnType<typeof commonPasswordRules>;
type Values = Readonly<Record<string, string | undefined>>;
const commonRuleCodes = ['passwordCommon', 'passwordContext'] as const;
type ChecklistKey = 'minLength' | 'lowercase' | 'uppercase' | 'number' | 'passwordPattern' | 'passwordBytes';

/** The list of common passwords is loaded on demand; without it only the server checks this rule. */
function useCommonPassword(): CommonPassword | undefined {
  const [commonPasswordRulesOf, setCommonPasswordRulesOf] = useState<CommonPassword>();
  useEffect(() => {
    let isMounted = true;
    const rules = import(/* webpackChunkName: "passwords" */ '@api/contract/rules/commonPassword.ts');
    Promise.all([rules, loadMostCommonPasswords()]).then(
      ([module, mostCommon]) => {
        if (isMounted) setCommonPasswordRulesOf(() => module.commonPasswordRules(mostCommon));
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return commonPasswordRulesOf;
}

/** @param minLength from the page's configuration */
export function usePasswordRules(name: string, minLength: number, { names, nameFields, hasFormer = false }: PasswordOwner) {
  const { t } = useTranslation('rules');
  const { passwordRules: policy, passwordStrength: requiredScore } = usePageConfig();
  const nist = isNist({ rules: policy });
  const form = useForm();
  const { values } = useFormState<Values>({ subscription: { values: true } });
  const commonPasswordRulesOf = useCommonPassword();
  const floor = useMemo(() => newPasswordRules({ minLength, rules: policy }), [minLength, policy]);
  const password = values[name] ?? '';
  const estimator = usePasswordStrength(password !== '');
  const wordsOf = useCallback(
    (typed: Values) => [...(names ?? []), ...(nameFields ?? []).map((field) => (typed[field] ?? '').trim())],
    [names, nameFields],
  );
  const common = useCallback((typed: Values) => commonPasswordRulesOf?.(wordsOf(typed)), [commonPasswordRulesOf, wordsOf]);

  const rules = useMemo(() => {
    // Names are read on demand: they may be typed after the password.
    const commonRules = commonRuleCodes.map((code, index): Rule => ({
      code,
      holds: (password) => common(form.getState().values as Values)?.[index]?.holds(password) ?? true,
    }));
    const strong: Rule = {
      code: 'passwordStrength',
      holds: (typed) =>
        !estimator ||
        requiredScore === 0 ||
        estimator.estimateStrength(typed, wordsOf(form.getState().values as Values)).score >= requiredScore,
    };
    return [required, ...floor, ...(nist ? [] : [passwordPattern]), passwordBytes, ...commonRules, strong];
  }, [floor, common, form, nist, estimator, requiredScore, wordsOf]);
  const estimate = useMemo(
    () => (password === '' ? undefined : estimator?.estimateStrength(password, wordsOf(values))),
    [estimator, password, values, wordsOf],
  );

  const stateOf = (rule: Rule | undefined): RuleCheck['state'] => {
    if (!rule) return 'later';
    return password !== '' && rule.holds(password) ? 'met' : 'unmet';
  };
  const toCheck = (rule: Rule): RuleCheck => ({
    key: rule.code,
    text: t(`checklist.${rule.code as ChecklistKey}`, { count: 0, ...rule.values }),
    state: stateOf(rule),
  });
  const [length, ...kinds] = floor;
  const [isUncommon, isNoName] = common(values) ?? [];
  const checks: RuleCheck[] = [
    // At the minimum of six, `lengthWithoutSpaces` covers the length.
    ...(length && (nist || minLength > PASSWORD_MIN_LENGTH) ? [toCheck(length)] : []),
    ...[...(nist ? [] : [lengthWithoutSpaces]), ...kinds].map(toCheck),
    ...(passwordBytes.holds(password) ? [] : [toCheck(passwordBytes)]),
    { key: 'common', text: t('checklist.passwordCommon'), state: stateOf(isUncommon) },
    { key: 'names', text: t('checklist.passwordContext'), state: names ? stateOf(isNoName) : 'later' },
    ...(hasFormer ? [{ key: 'former', text: t('checklist.former'), state: 'later' as const }] : []),
  ];
  return {
    rules,
    checks,
    strength: estimator &&
      estimate && {
        View: estimator.PasswordStrength,
        estimate,
        required: requiredScore,
        unmet: checks.some(({ state }) => state === 'unmet'),
      },
  };
}
