/** Operations of the saved reports and of the list of exports; without shapes. */
import type { Call } from './call.ts';

const change = { who: 'auditReader', withoutStepUp: 'noCredential' } as const;

export const reportsCalls = {
  'Reports.List': { method: 'GET', path: '/Reports', who: 'auditReader' },
  'Reports.Create': { method: 'POST', path: '/Reports', body: 'json', ...change },
  'Reports.Replace': { method: 'PUT', path: '/Reports/Definition/{reportId}', body: 'json', ...change },
  'Reports.Delete': { method: 'DELETE', path: '/Reports/Definition/{reportId}', ...change },
  'Reports.Run': { method: 'POST', path: '/Reports/Run/{reportId}', ...change },
  'Reports.Exports': { method: 'GET', path: '/Reports/Exports', who: 'auditReader', query: ['cursor', 'limit'] },
  'Reports.Export': { method: 'GET', path: '/Reports/Export/{exportId}', who: 'auditReader' },
  'Reports.RunAgain': { method: 'POST', path: '/Reports/RunAgain/{exportId}', ...change },
  'Reports.Download': { method: 'GET', path: '/Reports/Download/{exportId}', who: 'auditReader' },
} as const satisfies Record<string, Call>;
