/** The applications of one user: those that may be entered, and what the user has allowed them. */
import type { OwnApplication } from '../../api/contract/applications.ts';
import { isAdmitted } from '../../api/contract/applications.policy.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { accessOf, findApplication, findApplications, withdrawConsent, type ApplicationRow } from './repository.ts';
import { readOwnUse, type OwnUse } from './use.ts';

export function ownApplications({ db, config }: Pick<Context, 'db' | 'config'>) {
  const configured = config.APPLICATIONS.map(({ name, displayName, url }) => ({
    applicationId: null,
    applicationName: name,
    displayName: displayName ?? name,
    url,
    lastUsedAt: null,
    consent: null,
  }));

  return {
    async list({ person }: CallOf<'Applications.Own'>): Promise<OwnApplication[]> {
      const [rows, uses] = await Promise.all([findApplications(db), readOwnUse(db, person.userId)]);
      const open = rows.filter(
        (row) => row.enabled && (row.kind === 'guarded' || config.OIDC === 'on') && isAdmitted(person, accessOf(row)),
      );
      return [...configured, ...open.map((row) => present(row, uses.get(row.application_id)))];
    },

    /** Also logs the user out of the application, in every browser. */
    async withdraw({ name, params: { applicationId }, person, origin }: CallOf<'Applications.Withdraw'>): Promise<void> {
      await transaction(db, async (tx) => {
        const row = await findApplication(tx, applicationId);
        if (!row || !(await withdrawConsent(tx, { userId: person.userId, applicationId }))) throw problem('NotFound');
        await appendAuditEvent(tx, origin, { action: name, target: row.name, targetUserId: person.userId });
      });
    },
  };
}

const present = (row: ApplicationRow, use: OwnUse | undefined): OwnApplication => ({
  applicationId: row.application_id,
  applicationName: row.name,
  displayName: row.display_name,
  url: row.start_url,
  lastUsedAt: use?.last_used_at?.toISOString() ?? null,
  consent:
    !row.own && use?.scopes && use.given_at
      ? { scopes: use.scopes as NonNullable<OwnApplication['consent']>['scopes'], givenAt: use.given_at.toISOString() }
      : null,
});
