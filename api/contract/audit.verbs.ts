/** What the audit's events can be chosen by: what was done, and to what. `audit.events.ts` has both of each event. */

export const verbs = [
  'loggedIn',
  'actedAs',
  'created',
  'changed',
  'switched',
  'unlocked',
  'reset',
  'removed',
  'invited',
  'linked',
  'decided',
  'ran',
  'exported',
  'viewed',
] as const;
export type Verb = (typeof verbs)[number];

export const objects = [
  'user',
  'logIn',
  'password',
  'mfa',
  'passkey',
  'session',
  'apiKey',
  'role',
  'invitation',
  'organisation',
  'domain',
  'connection',
  'directory',
  'application',
  'setting',
  'ticket',
  'approval',
  'bulk',
  'import',
  'audit',
  'report',
  'view',
  'server',
] as const;
export type AuditObject = (typeof objects)[number];
