/** Mails that follow from a write of an account, to the present and the former address. */
import type { Queries } from '../db/database.ts';
import { queueMail, queueMails, type Recipient } from '../mail/queue.ts';
import type { MailData, MailTemplate } from '../mail/templates.ts';
import type { Author } from './author.ts';
import { nameOf, type AccountChange } from './change.ts';

/** The user of an account, as a mail addresses and names them. */
export interface Owner extends Recipient {
  readonly user_id: string;
  /** Null for an invited user. */
  readonly user_name: string | null;
}

/** Mails about an account, to its owner. */
type OwnersMail = {
  [Template in MailTemplate]: MailData[Template] extends { userName: string; at: string } ? Template : never;
}[MailTemplate];

/** Queues a mail to the owner about what was written. */
export const mailOwner = <Template extends OwnersMail>(
  queries: Queries,
  owner: Omit<Owner, 'user_id'>,
  template: Template,
  data: Omit<MailData[Template], 'userName' | 'at'>,
  now: Date,
): Promise<void> => {
  const named = { userName: owner.user_name ?? owner.email, at: now.toISOString(), ...data };
  return queueMail(queries, owner, template, named as unknown as MailData[Template], now);
};

/** The former address gets a mail on every road; the new one unless its owner has just proven it. */
export async function mailNewEmail(
  queries: Queries,
  { now }: Author,
  changes: readonly AccountChange[],
  { toNewAddress }: { readonly toNewAddress: boolean },
): Promise<void> {
  const mails = changes.flatMap((change) => {
    const { before, after, locale } = change;
    if (!before) return [];
    const data = { userName: change.userName ?? after.email, at: now.toISOString(), email: after.email };
    const former = { to: { email: before.email, locale }, template: 'emailChanged', data } as const;
    return toNewAddress ? [former, { to: { email: after.email, locale }, template: 'emailSet', data } as const] : [former];
  });
  await queueMails(queries, mails, now);
}

export async function mailRoles(
  queries: Queries,
  { name: administrator, now }: Author,
  changes: readonly AccountChange[],
): Promise<void> {
  const mails = changes.map((change) => ({
    to: { email: change.after.email, locale: change.locale },
    template: 'rolesChanged' as const,
    data: {
      userName: nameOf(change),
      at: now.toISOString(),
      administrator,
      roles: [...change.after.roles].sort().join(', ') || '–',
    },
  }));
  await queueMails(queries, mails, now);
}
