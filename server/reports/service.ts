/** Changes to saved reports: load with lock, authorise, change, audit. */
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { mayManageReport, type ReportTarget } from '../../api/contract/reports.policy.ts';
import type { Report } from '../../api/contract/reports.shapes.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction, type Transaction } from '../db/database.ts';
import type { ReportsTable } from '../db/schema/reports.ts';
import { requireZone } from '../export/printedZone.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import { asReportTarget, presentReport } from './presenter.ts';
import { findReport, findReports, lockReport, lockReportsOf, type ReportRow } from './repository.ts';
import { nextTime } from './times.ts';

const taken = { reports_name: () => problem('ReportNameTaken', { fields: { name: { problem: 'ReportNameTaken' } } }) };

export function reportsService({ db, config }: Pick<Context, 'db' | 'config'>) {
  return {
    async list({ person }: CallOf<'Reports.List'>): Promise<Report[]> {
      return (await findReports(db, person)).map((row) => presentReport(row, person));
    },

    async create(call: CallOf<'Reports.Create'>): Promise<Report> {
      const { body, person, now } = call;
      await requireZone(db, body.content.timeZone);
      return withUnique(taken, () =>
        transaction(db, async (tx) => {
          if ((await lockReportsOf(tx, person.userId)) >= config.LIMIT_REPORTS) throw problem('TooManyReports');
          const reportId = randomUUID();
          await tx
            .insertInto('reports')
            .values({
              report_id: reportId,
              owner_id: person.userId,
              organisation_id: person.organisationId,
              created_at: now,
              ...columnsOf(call),
            })
            .execute();
          return present(tx, call, reportId, {});
        }),
      );
    },

    async replace(call: CallOf<'Reports.Replace'>): Promise<Report> {
      const { body, person, params } = call;
      await requireZone(db, body.content.timeZone);
      return withUnique(taken, () =>
        transaction(db, async (tx) => {
          const row = await load(tx, params.reportId, person, mayManageReport);
          // A report of another owner keeps its schedule and stays shared.
          if (row.owner_id !== person.userId && (body.schedule !== null || !body.shared)) throw problem('Conflict');
          await tx.updateTable('reports').set(columnsOf(call)).where('report_id', '=', row.report_id).execute();
          return present(tx, call, row.report_id, row.name === body.name ? {} : { from: row.name });
        }),
      );
    },

    async delete(call: CallOf<'Reports.Delete'>): Promise<void> {
      await transaction(db, async (tx) => {
        const row = await load(tx, call.params.reportId, call.person, mayManageReport);
        await tx.deleteFrom('reports').where('report_id', '=', row.report_id).execute();
        await audit(tx, call, row, {});
      });
    },
  };
}

type Defining = CallOf<'Reports.Create'> | CallOf<'Reports.Replace'>;

const columnsOf = ({ body: { name, content, shared, schedule }, now }: Defining) =>
  ({
    name,
    content: JSON.stringify(content),
    visibility: shared ? 'organisation' : 'private',
    schedule: schedule && JSON.stringify(schedule),
    next_at: schedule && nextTime(schedule, content.timeZone, now),
    stopped_at: null,
    changed_at: now,
  }) satisfies Partial<Insertable<ReportsTable>>;

export async function load(
  tx: Transaction,
  reportId: string,
  person: Person,
  may: (actor: Person, report: ReportTarget) => ProblemCode | null,
): Promise<ReportRow> {
  const row = await lockReport(tx, reportId);
  const refused = row ? may(person, asReportTarget(row)) : 'NotFound';
  if (!row || refused) throw problem(refused ?? 'NotFound');
  return row;
}

async function present(tx: Transaction, call: Defining, reportId: string, details: object): Promise<Report> {
  const row = (await findReport(tx, reportId)) as ReportRow;
  const { schedule, content } = row;
  await audit(tx, call, row, { ...details, shared: call.body.shared, schedule, ...content });
  return presentReport(row, call.person);
}

const audit = (tx: Transaction, { name, origin }: Defining | CallOf<'Reports.Delete'>, row: ReportRow, details: object) =>
  appendAuditEvent(tx, origin, {
    action: name,
    target: row.owner_name,
    targetUserId: row.owner_id,
    organisationId: row.organisation_id,
    details: { report: row.name, ...details },
  });
