/** Changing somebody's details. Of two who edit the same version, the second is told; an address holds once it is confirmed. */
import { sql, type Updateable } from 'kysely';
import type { BodyOf } from '../../../api/contract/index.ts';
import type { Person } from '../../../api/contract/person.ts';
import { mayEditField, type EditableField, type Target } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import type { UsersTable } from '../../db/schema.ts';
import { endSessionsOf } from '../../session/sessions.ts';
import { demandSystemAdministrator } from '../../session/systemAdministrators.ts';
import { problem } from '../../http/problem.ts';
import { changeEmail } from '../self/email.ts';
import type { DetailRow } from '../read/rows.ts';

type Changes = BodyOf<'Users.Patch'>;
type Fields = Partial<Record<EditableField, { from: unknown; to: unknown }>>;

/** Every field that is given is asked about, whether or not it differs. @returns the problem of the first that is refused */
export const mayPatch = (body: Changes) => (actor: Person, target: Target) => {
  const given = Object.keys(body).filter((field): field is EditableField => field !== 'version');
  const asked: EditableField[] = given.length > 0 ? given : ['firstName'];
  return asked.map((field) => mayEditField(actor, target, field)).find((code) => code !== null) ?? null;
};

/** @returns what has changed, for the audit; undefined where nothing has. @throws StaleVersion */
export async function patch(
  context: Context,
  tx: Transaction,
  body: Changes,
  person: DetailRow,
  now: Date,
): Promise<{ fields: Fields } | undefined> {
  if (body.version !== person.version) throw problem('StaleVersion');
  const fields: Fields = {};
  const set: Updateable<UsersTable> = {};
  if (body.firstName !== undefined && body.firstName !== person.first_name) {
    fields.firstName = { from: person.first_name, to: body.firstName };
    set.first_name = body.firstName;
  }
  if (body.lastName !== undefined && body.lastName !== person.last_name) {
    fields.lastName = { from: person.last_name, to: body.lastName };
    set.last_name = body.lastName;
  }
  if (body.title !== undefined && body.title !== person.title) {
    fields.title = { from: person.title, to: body.title };
    set.title = body.title;
  }
  if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('user_id', '=', person.user_id).execute();
  if (body.organisationPublicId !== undefined && body.organisationPublicId !== person.organisation_id)
    fields.organisationPublicId = { from: person.organisation_name, to: await move(tx, person, body.organisationPublicId) };
  if (body.email !== undefined && (await changeEmail(context, tx, person, body.email, now)))
    fields.email = { from: person.email, to: body.email };
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}

/** Into an organisation that is not approved nobody comes in, so the sessions end. */
async function move(tx: Transaction, person: DetailRow, organisationId: string): Promise<string> {
  const organisation = await tx
    .selectFrom('organisations')
    .select(['name', 'approved'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation) throw problem('Invalid', { fields: { organisationPublicId: { problem: 'NotFound' } } });
  await tx
    .updateTable('users')
    .set({ organisation_id: sql`${organisationId}::uuid` })
    .where('user_id', '=', person.user_id)
    .execute();
  if (!organisation.approved) {
    await endSessionsOf(tx, person.user_id);
    await demandSystemAdministrator(tx);
  }
  return organisation.name;
}
