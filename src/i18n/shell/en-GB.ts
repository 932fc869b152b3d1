/** What signing in says in en-GB, in one chunk: en-US with what differs laid over it. */
import common from '@locales/en-GB/common.json';
import login from '@locales/en-GB/login.json';
import rules from '@locales/en-GB/rules.json';
import { over } from '../over.ts';
import { shell as base } from './en-US.ts';

export const shell = {
  common: over(base.common, common),
  login: over(base.login, login),
  roles: base.roles,
  rules: over(base.rules, rules),
};
