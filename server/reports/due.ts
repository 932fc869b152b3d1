/** Scheduled reports: when one is due, its owner gets an export and a link to it by mail, once, whichever process is first. */
import { isAuditReader, type Person } from '../../api/contract/person.ts';
import { appendAuditEvent, systemOrigin } from '../audit/append.ts';
import { addMs, DAY } from '../clock.ts';
import { EXPORT_LINK_DAYS } from '../../api/contract/reports.ts';
import type { Context } from '../context.ts';
import { transaction, type Db, type Transaction } from '../db/database.ts';
import { mailedLink } from '../encryption/storedSecrets.ts';
import { queueMail } from '../mail/queue.ts';
import { detailsOf, insertExport } from './exports.ts';
import { findActivePerson, lockDueReport, type ReportRow } from './repository.ts';
import { nextTime, spanOf } from './times.ts';

type DueContext = Pick<Context, 'db' | 'clock' | 'keyring' | 'publicUrl'>;

/**
 * A failed report delays no other.
 * @param sealHead provided by the audit. @returns the number of due reports. @throws AggregateError with all failures, after the
 * other reports
 */
export async function mailDueReports(context: DueContext, sealHead: (db: Db) => Promise<string | null>): Promise<number> {
  const failed = new Map<string, unknown>();
  for (let count = 0; ; count += 1) {
    const mark = await sealHead(context.db);
    const due: { row?: ReportRow | undefined } = {};
    try {
      await transaction(context.db, async (tx) => {
        due.row = await lockDueReport(tx, context.clock.now(), [...failed.keys()]);
        if (due.row) await mailOne(context, tx, due.row, mark);
      });
    } catch (error) {
      if (!due.row) throw error;
      failed.set(due.row.report_id, error);
      continue;
    }
    if (due.row) continue;
    if (failed.size > 0) throw new AggregateError(failed.values(), `Reports were not mailed: ${[...failed.keys()].join(', ')}`);
    return count;
  }
}

async function mailOne(context: DueContext, tx: Transaction, row: ReportRow, sealHead: string | null): Promise<void> {
  const { schedule, next_at: dueAt, owner_id: ownerId, content, report_id: reportId, name } = row;
  const now = context.clock.now();
  const owner = ownerId === null ? undefined : await findActivePerson(tx, ownerId);
  if (!schedule || !dueAt || !owner || !isAuditReader(owner)) {
    await stop(tx, row, owner, now);
    return;
  }
  // Reports that a stopped server has missed are mailed once.
  await setIn(tx, row, { next_at: nextTime(schedule, content.timeZone, now) });
  const { from, to } = spanOf(content.range, content.timeZone, dueAt);
  const { filters, format, timeZone } = content;
  const asked = { filters, format, timeZone, from: from?.toISOString() ?? null, to: to.toISOString() };
  const origin = { ...systemOrigin(now, owner.organisationId), actor: owner.userName };
  const exportId = await insertExport(tx, {
    person: owner,
    origin,
    now,
    content: asked,
    sealHead,
    report: { reportId, name },
    cause: 'schedule',
  });
  await appendAuditEvent(tx, origin, {
    action: 'Reports.Schedule',
    target: owner.userName,
    targetUserId: owner.userId,
    details: { report: name, exportId, ...detailsOf(asked) },
  });
  await queueMail(
    tx,
    owner,
    'reportReady',
    {
      userName: owner.userName,
      reportName: name,
      expiresAt: addMs(now, EXPORT_LINK_DAYS * DAY).toISOString(),
      link: mailedLink(context.keyring, new URL(`/Users/Reports?export=${exportId}`, context.publicUrl()).href),
    },
    now,
  );
}

/** Stops the schedule of an owner who can't read the audit any more. */
async function stop(
  tx: Transaction,
  row: ReportRow,
  owner: (Person & { locale: string | null }) | undefined,
  now: Date,
): Promise<void> {
  await setIn(tx, row, { next_at: null, stopped_at: now });
  await appendAuditEvent(tx, systemOrigin(now, row.organisation_id), {
    action: 'Reports.StopSchedule',
    target: row.owner_name,
    targetUserId: row.owner_id,
    details: { report: row.name },
  });
  const data = { reportName: row.name, at: now.toISOString() };
  if (owner) await queueMail(tx, owner, 'reportStopped', { userName: owner.userName, ...data }, now);
}

const setIn = (tx: Transaction, { report_id: reportId }: ReportRow, set: { next_at: Date | null; stopped_at?: Date }) =>
  tx.updateTable('reports').set(set).where('report_id', '=', reportId).execute();
