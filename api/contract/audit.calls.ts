/** Operations of the audit report, without shapes. */
import type { Call } from './call.ts';

export const auditCalls = {
  'Users.AuditReport': {
    method: 'GET',
    path: '/Users/AuditReport',
    who: 'auditReader',
    people: 'exported',
    query: [
      'from',
      'to',
      'person',
      'actor',
      'target',
      'action',
      'verb',
      'object',
      'outcome',
      'ip',
      'bulk',
      'grouped',
      'format',
      'timeZone',
      'cursor',
      'limit',
    ],
  },
  'Users.AuditHistogram': {
    method: 'GET',
    path: '/Users/AuditHistogram',
    who: 'auditReader',
    query: ['from', 'to', 'person', 'actor', 'target', 'action', 'verb', 'object', 'outcome', 'ip', 'bulk', 'timeZone'],
  },
  'Users.LogIns': { method: 'GET', path: '/Users/LogIns/{userName}', who: 'subscriberAdmin', query: ['cursor'] },
  'Users.OwnLogIns': { method: 'GET', path: '/Users/Self/LogIns', who: 'session', ownCredentials: 'read', query: ['cursor'] },
} as const satisfies Record<string, Call>;
