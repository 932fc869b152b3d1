/** Types of all namespaces and keys; en-US is the reference. Add new namespaces here. */
import type actions from '@locales/en-US/actions.json';
import type applications from '@locales/en-US/applications.json';
import type audit from '@locales/en-US/audit.json';
import type bulk from '@locales/en-US/bulk.json';
import type common from '@locales/en-US/common.json';
import type connections from '@locales/en-US/connections.json';
import type imports from '@locales/en-US/imports.json';
import type invite from '@locales/en-US/invite.json';
import type keys from '@locales/en-US/keys.json';
import type logIns from '@locales/en-US/logIns.json';
import type login from '@locales/en-US/login.json';
import type mfa from '@locales/en-US/mfa.json';
import type federation from '@locales/en-US/federation.json';
import type organisations from '@locales/en-US/organisations.json';
import type overview from '@locales/en-US/overview.json';
import type passkeys from '@locales/en-US/passkeys.json';
import type provisioning from '@locales/en-US/provisioning.json';
import type recovery from '@locales/en-US/recovery.json';
import type roles from '@locales/en-US/roles.json';
import type rules from '@locales/en-US/rules.json';
import type security from '@locales/en-US/security.json';
import type session from '@locales/en-US/session.json';
import type sso from '@locales/en-US/sso.json';
import type strength from '@locales/en-US/strength.json';
import type support from '@locales/en-US/support.json';
import type systemSettings from '@locales/en-US/systemSettings.json';
import type tickets from '@locales/en-US/tickets.json';
import type users from '@locales/en-US/users.json';

interface Resources {
  actions: typeof actions;
  applications: typeof applications;
  audit: typeof audit;
  bulk: typeof bulk;
  common: typeof common;
  connections: typeof connections;
  imports: typeof imports;
  invite: typeof invite;
  keys: typeof keys;
  logIns: typeof logIns;
  login: typeof login;
  mfa: typeof mfa;
  federation: typeof federation;
  organisations: typeof organisations;
  overview: typeof overview;
  passkeys: typeof passkeys;
  provisioning: typeof provisioning;
  recovery: typeof recovery;
  /** The rest of the file is used by the server only. */
  roles: Pick<typeof roles, 'names'>;
  rules: typeof rules;
  security: typeof security;
  session: typeof session;
  sso: typeof sso;
  strength: typeof strength;
  support: typeof support;
  systemSettings: typeof systemSettings;
  tickets: typeof tickets;
  users: typeof users;
}

export type Namespace = keyof Resources;
export type Phrases = Readonly<Record<string, unknown>>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Resources;
  }
}
