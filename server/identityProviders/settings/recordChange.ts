/** Records a change of how an organisation logs in: one event, and a mail to all its administrators. */
import { appendAuditEvent } from '../../audit/append.ts';
import { HOUR } from '../../clock.ts';
import type { Transaction } from '../../db/database.ts';
import type { AdministeredOrganisation } from '../../http/administeredOrganisation.ts';
import { countHits } from '../../http/throttle.ts';
import { mailAdministrators } from '../../mail/toAdministrators.ts';
import type { ApprovedCall } from '../../approvals/acts.ts';
import { sha256 } from '../../session/tokens.ts';

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
    /** What is the case from now on. Who switches to and fro mails each state once an hour; undefined: each change is mailed. */
    readonly state?: readonly unknown[];
  };
}

export async function recordChange(
  tx: Transaction,
  { person, origin, now, approval }: Changing,
  { organisation_id: organisationId, name: organisation }: AdministeredOrganisation,
  { mail, details, ...event }: Change,
): Promise<void> {
  await appendAuditEvent(tx, origin, { ...event, organisationId, details: { ...details, ...approval } });
  if (mail.state && !(await isNews(tx, [mail.template, ...mail.state], now))) return;
  const data = { organisation, administrator: person.displayName, at: now.toISOString(), ...mail.data };
  await mailAdministrators(tx, organisationId, mail.template, (userName) => ({ userName, ...data }), now);
}

async function isNews(tx: Transaction, state: readonly unknown[], now: Date): Promise<boolean> {
  const key = sha256(JSON.stringify(state)).toString('base64url');
  return (await countHits(tx, `administratorMail:${key}`, HOUR, now, 1)).hits === 1;
}
