/** The phrases of signing in, in one chunk; what is missing here comes from the fallback languages. */
import common from '@locales/en-GB/common.json';
import login from '@locales/en-GB/login.json';
import rules from '@locales/en-GB/rules.json';

export const shell = { common, login, roles: {}, rules };
