/** Validation rules of user fields, applied to the text as it is sent. */
import { email } from '@api/contract/rules/email.ts';
import { personNameRules } from '@api/contract/rules/personName.ts';
import { required } from '@api/contract/rules/required.ts';
import { type Rule, ruleOf } from '@api/contract/rules/rule.ts';
import { title } from '@api/contract/rules/title.ts';
import { typedLine, typedName } from '@api/contract/rules/typed.ts';
import { newUserNameRules } from '@api/contract/rules/userName.ts';

const trimmed = (text: string): string => text.trim();
const each = (meant: (text: string) => string, rules: readonly Rule[]) => rules.map((rule) => ruleOf(meant, rule));

export const presence = [required];
export const nameRules = [required, ...each(typedName, personNameRules)];
export const titleRules = [ruleOf(trimmed, title)];
export const emailRules = [required, ruleOf(typedLine, email)];
export const userNameRules = [required, ...each(typedLine, newUserNameRules)];
