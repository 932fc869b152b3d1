/** Sign-in translations for en-US, as one chunk. */
import common from '@locales/en-US/common.json';
import login from '@locales/en-US/login.json';
import roles from '@locales/en-US/roles.json';
import rules from '@locales/en-US/rules.json';

export const shell = { common, login, roles: { names: roles.names }, rules };
