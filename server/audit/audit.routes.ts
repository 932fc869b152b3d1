/** The calls of the audit report. */
import type { auditCalls } from '../../api/contract/audit.calls.ts';
import type { Context } from '../context.ts';
import type { Room } from '../http/call.ts';
import { presentEvent } from './audit.presenter.ts';
import { countEvents, findEvents } from './audit.repository.ts';

const DEFAULT_LIMIT = 100;

export const auditRoutes = ({ db }: Context): Room<keyof typeof auditCalls> => ({
  'Users.AuditReport': async ({ query, person }) => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const [rows, total] = await Promise.all([findEvents(db, person, query, limit + 1), countEvents(db, person, query)]);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return { events: page.map(presentEvent), nextCursor: rows.length > limit && last ? String(last.seq) : null, total };
  },
});
