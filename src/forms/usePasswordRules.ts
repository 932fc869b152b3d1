/** The rules of a new password, for the form to judge by and as a list that shows every one of them. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { commonPassword } from '@api/contract/rules/commonPassword.ts';
import {
  lengthWithoutSpaces,
  newPasswordRules,
  PASSWORD_MIN_LENGTH,
  passwordBytes,
  passwordPattern,
} from '@api/contract/rules/password.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import type { Demand } from '@src/ui/RuleList.tsx';

export interface PasswordOwner {
  /** What names the account: product, organisation, user name, email address. Absent where only the server knows. */
  readonly names?: readonly string[] | undefined;
  /** Fields of the same form that hold more of them. */
  readonly nameFields?: readonly string[];
  /** The account has had passwords, which the server compares. */
  readonly hasFormer?: boolean;
}

type CommonPassword = typeof commonPassword;
type Values = Readonly<Record<string, string | undefined>>;
const later = ['passwordCommon', 'passwordContext'] as const;
type ChecklistKey = 'minLength' | 'lowercase' | 'uppercase' | 'number' | 'passwordPattern' | 'passwordBytes';

/** The list of common passwords is fetched where a password is chosen; without it the server alone judges by it. */
function useCommonPassword(): CommonPassword | undefined {
  const [judge, setJudge] = useState<CommonPassword>();
  useEffect(() => {
    let isMounted = true;
    import(/* webpackChunkName: "passwords" */ '@api/contract/rules/commonPassword.ts').then(
      (module) => {
        if (isMounted) setJudge(() => module.commonPassword);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return judge;
}

/** @param minLength of the product's configuration */
export function usePasswordRules(name: string, minLength: number, { names, nameFields, hasFormer = false }: PasswordOwner) {
  const { t } = useTranslation('rules');
  const form = useForm();
  const { values } = useFormState<Values>({ subscription: { values: true } });
  const judge = useCommonPassword();
  const strength = useMemo(() => newPasswordRules({ minLength }), [minLength]);
  const common = useCallback(
    (typed: Values) => judge?.([...(names ?? []), ...(nameFields ?? []).map((field) => (typed[field] ?? '').trim())]),
    [judge, names, nameFields],
  );

  const rules = useMemo(() => {
    // The names are read when asked: they may be typed after the password.
    const late = later.map((code, index): Rule => ({
      code,
      holds: (password) => common(form.getState().values as Values)?.[index]?.holds(password) ?? true,
    }));
    return [required, ...strength, passwordPattern, passwordBytes, ...late];
  }, [strength, common, form]);

  const password = values[name] ?? '';
  const stateOf = (rule: Rule | undefined): Demand['state'] => {
    if (!rule) return 'later';
    return password !== '' && rule.holds(password) ? 'met' : 'unmet';
  };
  const line = (rule: Rule): Demand => ({
    key: rule.code,
    text: t(`checklist.${rule.code as ChecklistKey}`, { count: 0, ...rule.values }),
    state: stateOf(rule),
  });
  const [length, ...kinds] = strength;
  const [isUncommon, isNoName] = common(values) ?? [];
  const demands: Demand[] = [
    // Six characters without spaces are six characters.
    ...(length && minLength > PASSWORD_MIN_LENGTH ? [line(length)] : []),
    ...[lengthWithoutSpaces, ...kinds].map(line),
    ...(passwordBytes.holds(password) ? [] : [line(passwordBytes)]),
    { key: 'common', text: t('checklist.passwordCommon'), state: stateOf(isUncommon) },
    { key: 'names', text: t('checklist.passwordContext'), state: names ? stateOf(isNoName) : 'later' },
    ...(hasFormer ? [{ key: 'former', text: t('checklist.former'), state: 'later' as const }] : []),
  ];
  return { rules, demands };
}
