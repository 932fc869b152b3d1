/** Edits a user's details, with optimistic locking. A new e-mail address takes effect once confirmed. */
import { sql, type Updateable } from 'kysely';
import type { BodyOf } from '../../../api/contract/index.ts';
import type { Person } from '../../../api/contract/person.ts';
import { mayEditField, needsSecondAdministrator, type EditableField, type Target } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { asTarget } from '../../db/target.ts';
import type { UsersTable } from '../../db/schema.ts';
import { approveOrRequest, asApprovalTarget } from '../../session/approvals.ts';
import { endSessionsOf } from '../../session/sessions.end.ts';
import { requireSystemAdministrator } from '../../session/systemAdministrators.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { changeEmail } from '../self/email.ts';
import type { DetailRow } from '../read/rows.ts';
import type { AwaitingApproval } from './service.ts';

type Changes = BodyOf<'Users.Patch'>;
type Fields = Partial<Record<EditableField, { from: unknown; to: unknown }>>;

/** Checks the policy for every field in the body, changed or not. @returns the first problem, or null */
export const mayPatch = (body: Changes) => (actor: Person, target: Target) => {
  const givenFields = Object.keys(body).filter((field): field is EditableField => field !== 'version');
  const checkedFields: EditableField[] = givenFields.length > 0 ? givenFields : ['firstName'];
  return checkedFields.map((field) => mayEditField(actor, target, field)).find((code) => code !== null) ?? null;
};

/** @returns the changes for the audit; undefined if there are none. @throws StaleVersion */
export async function patch(
  context: Context,
  tx: Transaction,
  call: CallOf<'Users.Patch'>,
  user: DetailRow,
): Promise<{ fields: Fields } | AwaitingApproval | undefined> {
  const { body, person, now, stepUp } = call;
  if (body.version !== user.version) throw problem('StaleVersion');
  const movesEmail = body.email !== undefined && (body.email !== user.email || user.pending_email !== null);
  const movesOrganisation = body.organisationPublicId !== undefined && body.organisationPublicId !== user.organisation_id;
  if (movesEmail || movesOrganisation) stepUp.require();
  const newEmail = movesEmail && body.email !== user.email ? body.email : undefined;
  if (newEmail !== undefined) {
    const needs = { always: needsSecondAdministrator(asTarget(user)), fourEyes: false };
    if (!(await approveOrRequest(context, tx, call, asApprovalTarget(user), { email: newEmail }, needs)))
      return 'awaitingApproval';
  }
  const fields: Fields = {};
  const set: Updateable<UsersTable> = {};
  if (body.firstName !== undefined && body.firstName !== user.first_name) {
    fields.firstName = { from: user.first_name, to: body.firstName };
    set.first_name = body.firstName;
  }
  if (body.lastName !== undefined && body.lastName !== user.last_name) {
    fields.lastName = { from: user.last_name, to: body.lastName };
    set.last_name = body.lastName;
  }
  if (body.title !== undefined && body.title !== user.title) {
    fields.title = { from: user.title, to: body.title };
    set.title = body.title;
  }
  if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('user_id', '=', user.user_id).execute();
  if (movesOrganisation)
    fields.organisationPublicId = {
      from: user.organisation_name,
      to: await moveToOrganisation(tx, user, body.organisationPublicId as string),
    };
  if (body.email !== undefined && (await changeEmail(context, tx, user, { email: body.email, initiatorId: person.userId, now })))
    fields.email = { from: user.email, to: body.email };
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

/** Users of an organisation that is not approved can't log in, so moving there ends their sessions. */
async function moveToOrganisation(tx: Transaction, user: DetailRow, organisationId: string): Promise<string> {
  const organisation = await tx
    .selectFrom('organisations')
    .select(['name', 'approved'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation) throw problem('Invalid', { fields: { organisationPublicId: { problem: 'NotFound' } } });
  await tx
    .updateTable('users')
    .set({ organisation_id: sql`${organisationId}::uuid` })
    .where('user_id', '=', user.user_id)
    .execute();
  if (!organisation.approved) {
    await endSessionsOf(tx, user.user_id);
    await requireSystemAdministrator(tx);
  }
  return organisation.name;
}
