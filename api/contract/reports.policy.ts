/**
 * Rules on who sees a saved report or an export, and who may change or download it. Those of other organisations do not exist for
 * the actor.
 */
import { isAdmin, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';

export interface ReportTarget {
  /** Null: the owner's account is gone. */
  readonly ownerId: string | null;
  readonly organisationId: string;
  readonly shared: boolean;
  /** Whether the owner is still enabled and may read the audit of the report's organisation. */
  readonly hasActiveOwner: boolean;
}

export interface ExportTarget {
  /** Null: the requester's account is gone. */
  readonly requestedBy: string | null;
  readonly organisationId: string;
}

type Actor = Pick<Person, 'userId' | 'organisationId' | 'roles' | 'house'>;
type Verdict = ProblemCode | null;

export const maySeeReport = (actor: Actor, report: ReportTarget): Verdict =>
  report.organisationId === actor.organisationId && (report.ownerId === actor.userId || report.shared) ? null : 'NotFound';

/** The owner may, and any administrator of the organisation once a shared report's owner no longer reads the audit. */
export function mayManageReport(actor: Actor, report: ReportTarget): Verdict {
  if (maySeeReport(actor, report)) return 'NotFound';
  return report.ownerId === actor.userId || (!report.hasActiveOwner && isAdmin(actor)) ? null : 'Forbidden';
}

/** An export is visible to whoever reads its event in the audit. Run again, it contains what its new requester may read. */
export const maySeeExport = (actor: Actor, one: ExportTarget): Verdict =>
  reachesAllOrganisations(actor) || one.organisationId === actor.organisationId ? null : 'NotFound';

/** The file is made for the requester; a link to it is of no use to anyone else. */
export const mayDownload = (actor: Actor, one: ExportTarget): Verdict => (one.requestedBy === actor.userId ? null : 'NotFound');
