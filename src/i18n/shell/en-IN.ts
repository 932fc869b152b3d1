/** What signing in says in en-IN, in one chunk: en-GB with what differs laid over it. */
import common from '@locales/en-IN/common.json';
import login from '@locales/en-IN/login.json';
import rules from '@locales/en-IN/rules.json';
import { over } from '../over.ts';
import { shell as base } from './en-GB.ts';

export const shell = {
  common: over(base.common, common),
  login: over(base.login, login),
  roles: base.roles,
  rules: over(base.rules, rules),
};
