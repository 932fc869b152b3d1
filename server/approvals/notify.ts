/** Mails about requests that wait for another administrator. */
import { sql, type SqlBool } from 'kysely';
import { SYSTEM_ADMINISTRATION, type Person } from '../../api/contract/person.ts';
import type { Transaction } from '../db/database.ts';
import { queueMail } from '../mail/queue.ts';
import { independentOf } from './sponsors.ts';

interface About {
  readonly name: string;
  readonly organisationId: string;
  readonly systemOnly: boolean;
  readonly people?: number;
}

/** Mails all administrators who may decide, can log in, and are independent of the requester. */
export async function notifyApprovers(
  tx: Transaction,
  requester: Person,
  target: About,
  reason: string,
  now: Date,
): Promise<void> {
  const isSystem = sql<SqlBool>`u.roles @> ARRAY[${sql.lit(SYSTEM_ADMINISTRATION)}]`;
  const isOfOrganisation = sql<SqlBool>`u.roles @> '{SubscriberAdministration}' AND u.organisation_id = ${target.organisationId}`;
  const deciders = await tx
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.locale'])
    .where(target.systemOnly ? isSystem : sql<SqlBool>`(${isSystem} OR ${isOfOrganisation})`)
    .where('u.enabled', '=', true)
    .where('u.registered', '=', true)
    .where('o.approved', '=', true)
    .where('u.user_id', '<>', requester.userId)
    .execute();
  const ids = deciders.map(({ user_id: userId }) => userId);
  const independent = await independentOf(tx, requester.userId, ids, now);
  for (const decider of deciders.filter(({ user_id: userId }) => independent.has(userId))) {
    const data = { userName: decider.user_name ?? decider.email, at: now.toISOString(), administrator: requester.displayName };
    const about = { account: target.name, people: target.people ?? null, reason: reason || null };
    await queueMail(tx, decider, 'approvalNeeded', { ...data, ...about }, now);
  }
}

/** Mails the requester. */
export async function notifyRequester(
  tx: Transaction,
  requesterId: string,
  decision: {
    readonly template: 'approvalGiven' | 'approvalRefused';
    readonly account: string;
    readonly people?: number | null;
    readonly administrator: string;
  },
  now: Date,
): Promise<void> {
  const { template, ...about } = decision;
  const requester = await tx
    .selectFrom('users')
    .select(['user_name', 'email', 'locale'])
    .where('user_id', '=', requesterId)
    .where('enabled', '=', true)
    .executeTakeFirst();
  if (requester)
    await queueMail(
      tx,
      requester,
      template,
      { userName: requester.user_name ?? requester.email, at: now.toISOString(), ...about },
      now,
    );
}
