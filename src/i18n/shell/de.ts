/** Sign-in translations for de, as one chunk. */
import common from '@locales/de/common.json';
import login from '@locales/de/login.json';
import roles from '@locales/de/roles.json';
import rules from '@locales/de/rules.json';

export const shell = { common, login, roles: { names: roles.names }, rules };
