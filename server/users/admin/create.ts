/** Creates an account without an invitation (system administrators only). */
import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import { isSystemAdmin } from '../../../api/contract/person.ts';
import type { UserDetail } from '../../../api/contract/users.shapes.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries } from '../../db/database.ts';
import { appendAuditEvent } from '../../audit/audit.append.ts';
import { areRoles, roleSet } from '../../db/roles.ts';
import { withUnique } from '../../http/uniqueViolation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { queueMail } from '../../mail/queue.ts';
import { validateNewPassword, prepareNewPassword } from '../../password/passwordChange.ts';
import { createPasswordLink } from '../../password/passwordLink.ts';
import { announceSystemAdministrator } from '../../session/systemAdministrators.ts';
import { emailTaken } from '../self/email.ts';
import { detail } from '../read/presenter.ts';
import { findDetail } from './repository.ts';
import type { DetailRow } from '../read/rows.ts';

const nameTaken = () => problem('NameTaken', { fields: { userName: { problem: 'NameTaken' } } });

/**
 * A given password is checked like any other; without one the user gets a mail to set it.
 * @throws Invalid for an unknown role or organisation, PasswordRefused, NameTaken, EmailTaken
 */
export async function createUser(context: Context, call: CallOf<'Users.Create'>): Promise<UserDetail> {
  const { body, now, locale } = call;
  const organisationName = await nameOf(context.db, body.organisationPublicId);
  if (organisationName === undefined) throw problem('Invalid', { fields: { organisationPublicId: { problem: 'NotFound' } } });
  if (!(await areRoles(context.db, body.roles))) throw problem('Invalid', { fields: { roles: { problem: 'InvalidClaim' } } });
  const hash = body.password === undefined ? null : await hashOf(body.password);
  const userId = randomUUID();
  return transaction(context.db, async (tx) => {
    await withUnique({ users_user_name: nameTaken, users_email: emailTaken }, () =>
      tx
        .insertInto('users')
        .values({
          user_id: userId,
          user_name: body.userName,
          email: body.email,
          first_name: body.firstName,
          last_name: body.lastName,
          title: body.title ?? null,
          organisation_id: body.organisationPublicId,
          roles: roleSet(body.roles),
          password_hash: hash,
          password_must_change: hash !== null && context.config.CHANGE_FIRST_PASSWORD === 'on',
          registered_at: now,
          created_at: now,
        })
        .execute(),
    );
    await appendAuditEvent(tx, call.origin, {
      action: call.name,
      target: body.userName,
      targetUserId: userId,
      organisationId: body.organisationPublicId,
      details: { roles: roleSet(body.roles), passwordSet: hash !== null },
    });
    if (hash === null) {
      const link = await createPasswordLink(context, tx, userId, now);
      await queueMail(tx, { email: body.email, locale: null }, 'setPassword', { ...link, userName: body.userName }, now);
    } else {
      const created = { userName: body.userName, at: now.toISOString(), administrator: call.person.displayName };
      await queueMail(tx, { email: body.email, locale: null }, 'accountCreated', created, now);
    }
    if (isSystemAdmin(body))
      await announceSystemAdministrator(tx, { account: body.userName, administrator: call.person.displayName }, now);
    return detail((await findDetail(tx, sql<SqlBool>`u.user_id = ${userId}`, now)) as DetailRow, now);
  });

  async function hashOf(password: string): Promise<string> {
    const owner = { userName: body.userName, email: body.email, organisationName: organisationName as string };
    validateNewPassword(context, { password, locale }, owner, { password: 'password' });
    return (await prepareNewPassword(context, null, password, 'password')).hash;
  }
}

async function nameOf(queries: Queries, organisationId: string): Promise<string | undefined> {
  const row = await queries
    .selectFrom('organisations')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  return row?.name;
}
