/** Creates an account without an invitation (system administrators only). */
import { randomUUID } from 'node:crypto';
import { effectsOfMaking } from '../../../api/contract/effects.ts';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import type { UserDetail } from '../../../api/contract/users.shapes.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import type { Act, ApprovableActs, Approval } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { stableId } from '../../approvals/stableId.ts';
import { appendAuditEvent } from '../../audit/append.ts';
import { areRoles, roleSet } from '../../db/roles.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { validateNewPassword, prepareNewPassword } from '../../password/passwordChange.ts';
import { createFirstPasswordLink } from '../../password/passwordLink.ts';
import { join } from '../../accounts/account.ts';
import { administrator } from '../../accounts/author.ts';
import { emailTaken } from '../self/email.ts';
import { detail } from '../read/presenter.ts';
import { findDetailById } from '../../actions/repository.ts';
import type { DetailRow } from '../read/rows.ts';

const nameTaken = () => problem('NameTaken', { fields: { userName: { problem: 'NameTaken' } } });

/**
 * A given password is checked like any other; without one the user gets a mail to set it.
 * @throws Invalid for an unknown role or organisation, PasswordRefused, NameTaken, EmailTaken
 */
export async function createUser(context: Context, call: CallOf<'Users.Create'>): Promise<UserDetail> {
  const { body, locale } = call;
  const organisation = await organisationOf(context.db, body.organisationPublicId);
  if (organisation === undefined) throw problem('Invalid', { fields: { organisationPublicId: { problem: 'NotFound' } } });
  if (!(await areRoles(context.db, body.roles))) throw problem('Invalid', { fields: { roles: { problem: 'InvalidClaim' } } });
  const hash = body.password === undefined ? null : await hashOf(body.password);
  const account: NewAccount = {
    userName: body.userName,
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    ...(body.title !== undefined && { title: body.title }),
    organisationPublicId: body.organisationPublicId,
    roles: roleSet(body.roles),
    ...(hash !== null && { passwordHash: hash }),
  };
  const created = await transaction(context.db, async (tx) => {
    const approval = await approveOrRequest(context, tx, call, actOf(account, organisation));
    return approval && insertAccount(context, tx, call, organisation, account, approval);
  });
  return requireApproved(created);

  async function hashOf(password: string): Promise<string> {
    const owner = { userName: body.userName, email: body.email, organisationName: (organisation as { name: string }).name };
    validateNewPassword(context, { password, locale }, owner, { password: 'password' });
    return (await prepareNewPassword(context, null, password, 'password')).hash;
  }
}

/** The requested account, stored until another administrator has decided. */
export interface NewAccount {
  readonly userName: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title?: string | null;
  readonly organisationPublicId: string;
  readonly roles: readonly string[];
  readonly passwordHash?: string;
}

const actOf = (account: NewAccount, { name, house }: { readonly name: string; readonly house: boolean }): Act => ({
  target: {
    id: stableId('Users.Create', account.userName, account.email),
    userId: null,
    name: account.userName,
    organisationId: account.organisationPublicId,
    state: '',
    systemOnly: true,
  },
  effects: effectsOfMaking({ roles: account.roles, house }),
  detail: { ...account, roles: [...account.roles], organisation: name },
});

/** @throws NameTaken, EmailTaken, Invalid for a role or an organisation that has been deleted since */
async function insertAccount(
  context: Context,
  tx: Transaction,
  call: Pick<CallOf<'Users.Create'>, 'name' | 'person' | 'origin' | 'now'> & Pick<Partial<CallOf<'Users.Create'>>, 'session'>,
  organisation: { readonly house: boolean },
  account: NewAccount,
  approval: Approval,
): Promise<UserDetail> {
  const { name, person, origin, now } = call;
  const userId = randomUUID();
  const { userName, email, passwordHash = null, organisationPublicId: organisationId } = account;
  const roles = roleSet(account.roles);
  await withUnique({ users_user_name: nameTaken, users_email: emailTaken }, () =>
    join(tx, administrator(call), {
      user_id: userId,
      user_name: userName,
      email,
      first_name: account.firstName,
      last_name: account.lastName,
      title: account.title ?? null,
      organisation_id: organisationId,
      house: organisation.house,
      roles,
      password_hash: passwordHash,
      password_must_change: passwordHash !== null && context.config.CHANGE_FIRST_PASSWORD === 'on',
      registered_at: now,
      created_at: now,
    }),
  );
  await appendAuditEvent(tx, origin, {
    action: name,
    target: userName,
    targetUserId: userId,
    organisationId,
    details: { roles, passwordSet: passwordHash !== null, ...approval },
  });
  const recipient = { email, locale: null };
  if (passwordHash === null) {
    const link = await createFirstPasswordLink(context, tx, userId, now);
    await queueMail(tx, recipient, 'setPassword', { ...link, userName }, now);
  } else {
    const created = { userName, at: now.toISOString(), administrator: person.displayName };
    await queueMail(tx, recipient, 'accountCreated', created, now);
  }
  return detail((await findDetailById(tx, userId, now)) as DetailRow, now);
}

async function organisationOf(queries: Queries, organisationId: string) {
  return queries
    .selectFrom('organisations')
    .select(['name', 'house'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
}

/** Lets the server create the account once it is approved. */
export const approvedCreation = (context: Context): ApprovableActs<'Users.Create'> => ({
  'Users.Create': {
    lock: (_tx, _id, { userName = '' }) =>
      Promise.resolve({ name: userName, state: '', may: (person) => (isSystemAdmin(person) ? null : 'Forbidden') }),
    carryOut: async (tx, call, { detail: asked }) => {
      const account = asked as unknown as NewAccount;
      if (!(await areRoles(tx, account.roles))) throw problem('TargetChanged');
      const organisation = await organisationOf(tx, account.organisationPublicId);
      if (!organisation) throw problem('TargetChanged');
      await insertAccount(context, tx, { ...call, name: 'Users.Create' }, organisation, account, call.approval);
    },
  },
});
