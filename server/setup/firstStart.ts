/**
 * First start: an empty database gets the house organisation and one invitation for the first system administrator. Its link is
 * printed, never mailed; once it is used, no more setup links are made.
 */
import { randomUUID } from 'node:crypto';
import { addMs, DAY } from '../clock.ts';
import type { Context } from '../context.ts';
import { retryUntilReached } from '../db/awaitDatabase.ts';
import { waitForLock } from '../db/advisoryLock.ts';
import { transaction, type Transaction } from '../db/database.ts';
import { mailbox } from '../db/names.ts';
import { operator } from '../accounts/author.ts';
import { invite, renewSetUp } from '../accounts/invitations.ts';
import { makeInviteLink } from '../invite/service.ts';

/** Advisory lock, the same in all processes; an arbitrary number. */
const FIRST_START_LOCK = 7_406_001;

/** The setup link, new at each start until it is used; null once any user has registered. */
export const firstStart = (context: Context): Promise<string | null> => retryUntilReached(context.log, () => setUpLink(context));

async function setUpLink(context: Context): Promise<string | null> {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    await waitForLock(tx, FIRST_START_LOCK);
    const registered = await tx
      .selectFrom('users')
      .select('user_id')
      .where('registered_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (registered) return null;
    const lifetimeMs = context.config.INVITE_DAYS * DAY;
    const userId = await firstAdministrator(context, tx, now, addMs(now, lifetimeMs));
    return makeInviteLink(context, tx, userId, null, lifetimeMs, now);
  });
}

async function firstAdministrator(context: Context, tx: Transaction, now: Date, expiresAt: Date): Promise<string> {
  const renewed = await renewSetUp(tx, expiresAt);
  if (renewed !== undefined) return renewed;
  return invite(tx, operator(now), {
    email: mailbox(context.config.SETUP_EMAIL ?? `admin@${new URL(context.publicUrl()).hostname}`),
    firstName: 'First',
    lastName: 'Administrator',
    title: null,
    organisationId: await houseOrganisation(context, tx, now),
    house: true,
    roles: ['SubscriberAdministration', 'SystemAdministration'],
    invitedBy: null,
    expiresAt,
  });
}

async function houseOrganisation({ config }: Context, tx: Transaction, now: Date): Promise<string> {
  const house = await tx.selectFrom('organisations').select('organisation_id').where('house', '=', true).executeTakeFirst();
  if (house) return house.organisation_id;
  const organisationId = randomUUID();
  await tx
    .insertInto('organisations')
    .values({ organisation_id: organisationId, name: config.PRODUCT_NAME, house: true, created_at: now })
    .execute();
  return organisationId;
}
