/** Records a change of how an organisation logs in: one event, and a mail to all its administrators. */
import { appendAuditEvent } from '../../audit/append.ts';
import type { Transaction } from '../../db/database.ts';
import type { AdministeredOrganisation } from '../../http/administeredOrganisation.ts';
import { mailAdministrators } from '../../mail/toAdministrators.ts';
import type { ApprovedCall } from '../../approvals/acts.ts';

/** A call, or one that was approved. */
export type Changing = ApprovedCall;

interface Change {
  readonly action: string;
  readonly target: string;
  readonly targetUserId?: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly mail: {
    readonly template: Parameters<typeof mailAdministrators>[2];
    readonly data?: Readonly<Record<string, string>>;
  };
}

export async function recordChange(
  tx: Transaction,
  { person, origin, now, approval }: Changing,
  { organisation_id: organisationId, name: organisation }: AdministeredOrganisation,
  { mail, details, ...event }: Change,
): Promise<void> {
  await appendAuditEvent(tx, origin, { ...event, organisationId, details: { ...details, ...approval } });
  const data = { organisation, administrator: person.displayName, at: now.toISOString(), ...mail.data };
  await mailAdministrators(tx, organisationId, mail.template, (userName) => ({ userName, ...data }), now);
}
