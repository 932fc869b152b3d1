/** Name of an application, as it is in addresses: `/Login/{applicationName}`. */
import type { Rule } from './rule.ts';

export const applicationName: Rule = {
  code: 'applicationName',
  holds: (text) => /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,58}[\p{L}\p{N}])?$/u.test(text),
};
