/** Validation rules of user fields. Values are trimmed before sending, so rules ignore surrounding spaces. */
import { email } from '@api/contract/rules/email.ts';
import { personName } from '@api/contract/rules/personName.ts';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { title } from '@api/contract/rules/title.ts';
import { newUserNameRules } from '@api/contract/rules/userName.ts';

const trimmed = (rule: Rule): Rule => ({ ...rule, holds: (text) => rule.holds(text.trim()) });

export const presence = [required];
export const nameRules = [required, trimmed(personName)];
export const titleRules = [trimmed(title)];
export const emailRules = [required, trimmed(email)];
export const userNameRules = [required, ...newUserNameRules.map(trimmed)];
