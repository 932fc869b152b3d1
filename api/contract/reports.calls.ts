/** Operations of the saved reports and of the list of exports; without shapes. */
import type { Call } from './call.ts';

const change = { who: 'auditReader', withoutStepUp: 'noCredential' } as const;

export const reportsCalls = {
  'Reports.List': { method: 'GET', path: '/Reports', who: 'auditReader' },
  'Reports.Create': { method: 'POST', path: '/Reports', body: 'json', ...change, effects: [] },
  'Reports.Replace': { method: 'PUT', path: '/Reports/Definition/{reportId}', body: 'json', ...change, effects: [] },
  'Reports.Delete': { method: 'DELETE', path: '/Reports/Definition/{reportId}', ...change, effects: [] },
  'Reports.Run': { method: 'POST', path: '/Reports/Run/{reportId}', ...change, effects: [] },
  'Reports.Exports': { method: 'GET', path: '/Reports/Exports', who: 'auditReader', query: ['cursor', 'limit'] },
  'Reports.Export': { method: 'GET', path: '/Reports/Export/{exportId}', who: 'auditReader' },
  'Reports.RunAgain': { method: 'POST', path: '/Reports/RunAgain/{exportId}', ...change, effects: [] },
  'Reports.Download': { method: 'GET', path: '/Reports/Download/{exportId}', who: 'auditReader' },
} as const satisfies Record<string, Call>;
