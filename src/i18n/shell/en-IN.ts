/** The phrases of signing in, in one chunk; what is missing here comes from the fallback languages. */
import common from '@locales/en-IN/common.json';
import login from '@locales/en-IN/login.json';
import rules from '@locales/en-IN/rules.json';

export const shell = { common, login, roles: {}, rules };
