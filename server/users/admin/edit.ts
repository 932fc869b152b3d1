/** Edits a user's details, with optimistic locking. A new e-mail address takes effect once confirmed. */
import type { Effect } from '../../../api/contract/call.ts';
import type { BodyOf } from '../../../api/contract/index.ts';
import { hasAdministrativeRole, type Person } from '../../../api/contract/person.ts';
import { mayEditField, type EditableField, type Target } from '../../../api/contract/users.policy.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/database.ts';
import { userActed, type Act, type Approval } from '../../approvals/acts.ts';
import { approveOrRequest } from '../../approvals/request.ts';
import { change, type DetailColumnField, detailColumns } from '../../accounts/account.ts';
import { administrator } from '../../accounts/author.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import { changeEmail } from '../self/email.ts';
import { effectsOfMove, findOrganisation } from './move.ts';
import type { DetailRow } from '../read/rows.ts';
import type { AwaitingApproval } from '../../actions/perform.ts';

type Changes = BodyOf<'Users.Patch'>;
type Fields = Partial<Record<EditableField, { from: unknown; to: unknown }>>;

/** Checks the policy for every field in the body, changed or not. @returns the first problem, or null */
export const mayPatch = (body: Partial<Changes>) => (actor: Person, target: Target) => {
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
): Promise<({ fields: Fields } & Approval) | AwaitingApproval | undefined> {
  const { body, stepUp } = call;
  if (body.version !== user.version) throw problem('StaleVersion');
  const { movesEmail, movesOrganisation } = movesOf(user, body);
  if (movesEmail || movesOrganisation) stepUp.require();
  const act = movesEmail || movesOrganisation ? await actOf(tx, user, body) : undefined;
  const approval = act ? await approveOrRequest(context, tx, call, act) : {};
  if (!approval) return 'awaitingApproval';
  const changed = await changeDetails(context, tx, call, user, body);
  return changed && { ...changed, ...approval };
}

function movesOf(user: DetailRow, { email, organisationPublicId }: Omit<Changes, 'version'>) {
  return {
    movesEmail: email !== undefined && (email !== user.email || user.pending_email !== null),
    movesOrganisation: organisationPublicId !== undefined && organisationPublicId !== user.organisation_id,
  };
}

async function actOf(tx: Transaction, user: DetailRow, { version: _, ...changes }: Changes): Promise<Act> {
  const { movesOrganisation } = movesOf(user, changes);
  const organisation = movesOrganisation ? await findOrganisation(tx, changes.organisationPublicId as string) : undefined;
  const isInvitedAdministrator = user.registered_at === null && hasAdministrativeRole({ roles: user.roles, house: user.house });
  const effects = new Set<Effect>([
    ...(changes.email !== undefined && changes.email !== user.email ? (['takesOverAccount'] as const) : []),
    // An invitation follows its address at once.
    ...(isInvitedAdministrator ? (['givesAdministration'] as const) : []),
    ...(organisation ? effectsOfMove(user, organisation) : []),
  ]);
  return {
    ...userActed(user),
    effects: [...effects],
    detail: { ...changes, ...(organisation && { organisation: organisation.name }) },
    ...(organisation && { otherOrganisationId: organisation.organisation_id }),
  };
}

/** @returns the changes for the audit; undefined if there are none */
export async function changeDetails(
  context: Context,
  tx: Transaction,
  call: Pick<CallOf<'Users.Patch'>, 'person' | 'now'> & Pick<Partial<CallOf<'Users.Patch'>>, 'session'>,
  user: DetailRow,
  body: Omit<Changes, 'version'>,
): Promise<{ fields: Fields } | undefined> {
  const author = administrator(call);
  const fields: Fields = {};
  const set: Parameters<typeof change>[3] = {};
  for (const field of Object.keys(detailColumns) as DetailColumnField[]) {
    const [from, to] = [user[detailColumns[field]], body[field]];
    if (to === undefined || to === from) continue;
    fields[field] = { from, to };
    Object.assign(set, { [detailColumns[field]]: to });
  }
  if (body.organisationPublicId !== undefined && body.organisationPublicId !== user.organisation_id) {
    const organisation = await findOrganisation(tx, body.organisationPublicId);
    fields.organisationPublicId = { from: user.organisation_name, to: organisation.name };
    set.organisation_id = organisation.organisation_id;
  }
  if (Object.keys(set).length > 0) await change(tx, author, user, set);
  if (body.email !== undefined && (await changeEmail(context, tx, author, user, body.email)))
    fields.email = { from: user.email, to: body.email };
  return Object.keys(fields).length > 0 ? { fields } : undefined;
}
