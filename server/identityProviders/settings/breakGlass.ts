/**
 * Accounts for emergencies, as the texts call them (the contract: break-glass). They go on logging in with their own password and
 * second factor where an identity provider is required, in case it fails.
 */
import { sql, type SqlBool } from 'kysely';
import { inScope, isSystemAdmin, SYSTEM_ADMINISTRATION, type Person } from '../../../api/contract/person.ts';
import type { Requirement } from '../../../api/contract/identityProviders.shapes.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { lockAnyOrganisation, lockOrganisation, type AdministeredOrganisation } from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { Act, ApprovableActs } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { recordChange, type Changing } from './recordChange.ts';

/** Two accounts are needed, as the owner of one may be ill. */
export const MIN_TESTED = 2;

/** Whether the account has logged in since it was named, with a second factor of its own. */
const isTested = sql<SqlBool>`break_glass_tested(u, b.added_at)`;

export async function findBreakGlass(queries: Queries, organisationId: string): Promise<Requirement['breakGlass']> {
  const rows = await queries
    .selectFrom('break_glass_accounts as b')
    .innerJoin('users as u', 'u.user_id', 'b.user_id')
    .select(['u.user_id', 'u.user_name', 'u.email', 'u.display_name', isTested.as('tested')])
    .where('b.organisation_id', '=', organisationId)
    .orderBy('u.user_name_key')
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    userName: row.user_name ?? row.email,
    displayName: row.display_name,
    tested: row.tested === true,
  }));
}

/** Only system administrators may change an account that is a system administrator's, whatever its organisation. */
const isWithinReach = (person: Pick<Person, 'roles'>, account: Account): boolean => !account.is_system || isSystemAdmin(person);

/** @throws NotFound, Forbidden, BreakGlassUnfit, RequirementsMissing, ApprovalNeeded */
export async function setBreakGlass(
  context: Pick<Context, 'db' | 'config'>,
  call: CallOf<'Connections.SetBreakGlass'>,
): Promise<void> {
  const { person, params } = call;
  const approved = await transaction(context.db, async (tx) => {
    const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
    const account = await lockFit(tx, organisation, params);
    if (!isWithinReach(person, account)) throw problem('Forbidden');
    if (account.is_kept === params.kept) return {};
    const approval = await approveOrRequest(context, tx, call, actOf(organisation, account, params.kept));
    if (approval) await change(tx, { ...call, approval }, organisation, account, params.kept);
    return approval;
  });
  requireApproved(approved);
}

async function change(
  tx: Transaction,
  call: Changing,
  organisation: AdministeredOrganisation,
  account: Account,
  kept: boolean,
): Promise<void> {
  const { organisation_id: organisationId } = organisation;
  const { user_id: userId } = account;
  if (kept)
    await tx
      .insertInto('break_glass_accounts')
      .values({ user_id: userId, organisation_id: organisationId, added_by: call.person.userId, added_at: call.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // Two of them stay (trigger `keep_break_glass`).
  else await tx.deleteFrom('break_glass_accounts').where('user_id', '=', userId).execute();
  const name = nameOf(account);
  await recordChange(tx, call, organisation, {
    action: 'Connections.SetBreakGlass',
    target: name,
    targetUserId: userId,
    details: { kept },
    mail: { template: kept ? 'breakGlassAdded' : 'breakGlassRemoved', data: { account: name }, state: [userId] },
  });
}

export const isRequired = async (queries: Queries, organisationId: string): Promise<boolean> =>
  (
    await queries
      .selectFrom('organisations')
      .select('sso_required')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
  ).sso_required;

export const countTested = async (queries: Queries, organisationId: string): Promise<number> =>
  (await findBreakGlass(queries, organisationId)).filter(({ tested }) => tested).length;

type Account = Awaited<ReturnType<typeof lockFit>>;
const nameOf = (account: { readonly user_name: string | null; readonly email: string }) => account.user_name ?? account.email;

/** Locks the account if it is fit: it has a password and a second factor of its own, and no link to the provider. */
async function lockFit(
  tx: Transaction,
  { organisation_id: organisationId }: AdministeredOrganisation,
  { userId, kept }: { readonly userId: string; readonly kept: boolean },
) {
  const account = await tx
    .selectFrom('users as u')
    .select(['u.user_id', 'u.user_name', 'u.email'])
    .select([
      sql<boolean>`${SYSTEM_ADMINISTRATION} = ANY (u.roles)`.as('is_system'),
      sql<boolean>`EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)`.as('is_kept'),
      sql<boolean>`u.enabled AND u.registered AND u.password_hash IS NOT NULL AND u.mfa_enrolled
        AND NOT EXISTS (SELECT FROM identities i WHERE i.user_id = u.user_id)`.as('is_fit'),
    ])
    .where('u.user_id', '=', userId)
    .where('u.organisation_id', '=', organisationId)
    .forUpdate('u')
    .executeTakeFirst();
  if (!account) throw problem('NotFound');
  if (kept && !account.is_fit) throw problem('BreakGlassUnfit');
  return account;
}

const actOf = (organisation: AdministeredOrganisation, account: Account, kept: boolean): Act => ({
  target: {
    id: account.user_id,
    userId: null,
    name: nameOf(account),
    organisationId: organisation.organisation_id,
    state: JSON.stringify([account.is_kept]),
    systemOnly: account.is_system,
  },
  effects: ['trustsProvider'],
  detail: { kept, organisationPublicId: organisation.organisation_id },
  before: { kept: account.is_kept },
});

export const approvedBreakGlass: ApprovableActs<'Connections.SetBreakGlass'> = {
  'Connections.SetBreakGlass': {
    lock: async (tx, userId, { organisationPublicId = '' }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      const account = organisation && (await lockFit(tx, organisation, { userId, kept: false }));
      return (
        account && {
          name: nameOf(account),
          state: JSON.stringify([account.is_kept]),
          may: (person) => (inScope(person, organisationPublicId) && isWithinReach(person, account) ? null : 'Forbidden'),
        }
      );
    },
    carryOut: async (tx, call, { targetId, detail: { organisationPublicId = '', kept = false } }) => {
      const organisation = await lockAnyOrganisation(tx, organisationPublicId);
      if (organisation) await change(tx, call, organisation, await lockFit(tx, organisation, { userId: targetId, kept }), kept);
    },
  },
};
