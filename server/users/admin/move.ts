/** Moves users to another organisation. */
import type { ActionArgs } from '../../../api/contract/actions.entry.ts';
import type { Effect } from '../../../api/contract/call.ts';
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import { change } from '../../accounts/account.ts';
import { administrator } from '../../accounts/author.ts';
import type { ActionRow, OtherOrganisation, ResolvedArgs, ServerAction } from '../../actions/action.ts';
import { userActed, type Act } from '../../approvals/acts.ts';
import type { Queries } from '../../db/database.ts';
import { problem } from '../../http/problem.ts';

/** @throws Invalid for an unknown organisation */
export async function findOrganisation(queries: Queries, organisationId: string) {
  const organisation = await queries
    .selectFrom('organisations')
    .select(['organisation_id', 'name', 'house', 'four_eyes', 'mfa_required', 'sso_required', 'approved'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();
  if (!organisation) throw problem('Invalid', { fields: { organisationPublicId: { problem: 'NotFound' } } });
  return organisation;
}

export const readOrganisation = async (queries: Queries, args: ActionArgs): Promise<ResolvedArgs> => ({
  ...args,
  organisation: await findOrganisation(queries, args.organisationPublicId as string),
});

/** @param organisation to which the user is moved */
export function effectsOfMove(
  user: Pick<ActionRow, 'roles' | 'house'>,
  organisation: Pick<OtherOrganisation, 'house'>,
): readonly Effect[] {
  const isAdministrator = [user.house, organisation.house].some((house) => hasAdministrativeRole({ roles: user.roles, house }));
  // Otherwise members could be moved out of an organisation that requires four eyes, and disabled where none are required.
  return isAdministrator ? ['givesAdministration', 'endsAccess'] : ['endsAccess'];
}

export const actOfMove: NonNullable<ServerAction['actOn']> = (user, { organisation }): Omit<Act, 'detail'> => ({
  ...userActed(user),
  effects: organisation ? effectsOfMove(user, organisation) : [],
  ...(organisation && { otherOrganisationId: organisation.organisation_id }),
});

export const moveUser: ServerAction['change'] = async (tx, call, user, { organisation }) => {
  if (!organisation || organisation.organisation_id === user.organisation_id) return undefined;
  await change(tx, administrator(call), user, { organisation_id: organisation.organisation_id });
  return { fields: { organisationPublicId: { from: user.organisation_name, to: organisation.name } } };
};
