/** Requires an organisation's identity provider: only accounts for emergencies then log in with a password or a passkey. */
import { sql } from 'kysely';
import { inScope } from '../../../api/contract/person.ts';
import type { Requirement } from '../../../api/contract/identityProviders.shapes.ts';
import type { Context } from '../../context.ts';
import { transaction, type Queries, type Transaction } from '../../db/database.ts';
import { isAdministrative } from '../../db/roles.ts';
import {
  lockAnyOrganisation,
  lockOrganisation,
  requireOrganisation,
  type AdministeredOrganisation,
} from '../../http/administeredOrganisation.ts';
import type { CallOf } from '../../http/call.ts';
import { problem } from '../../http/problem.ts';
import type { Act, ApprovableActs } from '../../approvals/acts.ts';
import { approveOrRequest, requireApproved } from '../../approvals/request.ts';
import { countTested, findBreakGlass, isRequired, MIN_TESTED } from '../settings/breakGlass.ts';
import { countOwn, endOwnSessions } from './passwordSessions.ts';
import { isKnownByDirectory } from '../logIn/sent.ts';
import { recordChange, type Changing } from '../settings/recordChange.ts';

const SHOWN_PEOPLE = 200;
const ACTION = 'Connections.SetRequired';

/** Reads the prerequisites, and the users who would be shut out: they have no link, and no address by which they could make one. */
export async function readRequirement(
  { db }: Pick<Context, 'db'>,
  { person, params }: CallOf<'Connections.Requirement'>,
): Promise<Requirement> {
  const { organisation_id: organisationId } = await requireOrganisation(db, person, params.organisationPublicId);
  const { rows } = await sql<Requirement['people'][number] & { total: number }>`
    SELECT user_id AS "userId", user_name AS "userName", display_name AS "displayName", reason, count(*) OVER ()::int AS total
      FROM (${shutOut(organisationId)}) s ORDER BY user_name LIMIT ${SHOWN_PEOPLE}`.execute(db);
  return {
    required: await isRequired(db, organisationId),
    hasLogin: await hasLogin(db, organisationId),
    breakGlass: await findBreakGlass(db, organisationId),
    ...(await countOwn(db, organisationId)),
    shutOut: rows[0]?.total ?? 0,
    people: rows.map(({ total: _total, ...shown }) => shown),
  };
}

const administers = isAdministrative(sql`u.roles`, sql`o.house`);

const shutOut = (organisationId: string) => sql`
  SELECT u.user_id, u.user_name, u.display_name,
         CASE WHEN ${administers} THEN 'administrator' ELSE 'domain' END AS reason
    FROM users u JOIN organisations o USING (organisation_id)
   WHERE u.organisation_id = ${organisationId} AND u.enabled AND u.registered
     AND NOT EXISTS (SELECT FROM break_glass_accounts b WHERE b.user_id = u.user_id)
     AND NOT EXISTS (SELECT FROM identities i JOIN connections c USING (connection_id) WHERE i.user_id = u.user_id AND c.enabled)
     AND NOT ${isKnownByDirectory}
     AND (${administers} OR NOT EXISTS (
           SELECT FROM domains d WHERE d.organisation_id = u.organisation_id AND d.name = split_part(u.email_key, '@', 2)
              AND d.verified_at IS NOT NULL AND d.frozen_at IS NULL AND d.contested_at IS NULL))`;

/** Whether a user has logged in with a provider that is on. */
async function hasLogin(queries: Queries, organisationId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('identities as i')
    .innerJoin('connections as c', 'c.connection_id', 'i.connection_id')
    .select('i.identity_id')
    .where('c.organisation_id', '=', organisationId)
    .where('c.enabled', '=', true)
    .where('i.last_login_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Requiring may need a second person, and so may ending it. @throws NotFound, RequirementsMissing, ApprovalNeeded */
export async function setRequired(
  context: Pick<Context, 'db' | 'config'>,
  call: CallOf<'Connections.SetRequired'>,
): Promise<void> {
  const { person, params } = call;
  const { required } = params;
  const approved = await transaction(context.db, async (tx) => {
    const organisation = await lockOrganisation(tx, person, params.organisationPublicId);
    const { organisation_id: organisationId } = organisation;
    if ((await isRequired(tx, organisationId)) === required) return {};
    if (required) await requireReady(tx, organisationId);
    const approval = await approveOrRequest(context, tx, call, actOf(organisation, required));
    if (approval) await change(tx, { ...call, approval }, organisation, required);
    return approval;
  });
  requireApproved(approved);
}

async function requireReady(tx: Transaction, organisationId: string): Promise<void> {
  const isReady = (await hasLogin(tx, organisationId)) && (await countTested(tx, organisationId)) >= MIN_TESTED;
  if (!isReady) throw problem('RequirementsMissing');
}

async function change(tx: Transaction, call: Changing, organisation: AdministeredOrganisation, required: boolean): Promise<void> {
  const { organisation_id: organisationId, name: target } = organisation;
  const session = required ? (call.session?.sessionId ?? null) : null;
  await tx
    .updateTable('organisations')
    .set({ sso_required: required, sso_required_in: session })
    .where('organisation_id', '=', organisationId)
    .execute();
  // Sessions begun with a password could not be used any more, and would be again once the requirement ends.
  const count = required ? await endOwnSessions(tx, organisationId, session) : 0;
  await recordChange(tx, call, organisation, {
    action: ACTION,
    target,
    details: { required, ...(required && { count }) },
    mail: { template: required ? 'providerRequired' : 'providerNotRequired', state: [organisationId] },
  });
}

const actOf = ({ organisation_id: organisationId, name }: AdministeredOrganisation, required: boolean): Act => ({
  target: { id: organisationId, userId: null, name, organisationId, state: '', systemOnly: false },
  effects: ['trustsProvider'],
  // Without `required`, it is to be required.
  detail: { organisationPublicId: organisationId, ...(!required && { required }) },
  before: { ...(!required && { required: true }) },
});

export const approvedRequirement: ApprovableActs<'Connections.SetRequired'> = {
  [ACTION]: {
    lock: async (tx, organisationId) => {
      const organisation = await lockAnyOrganisation(tx, organisationId);
      return (
        organisation && {
          name: organisation.name,
          state: '',
          may: (person) => (inScope(person, organisationId) ? null : 'Forbidden'),
        }
      );
    },
    // Absent means true.
    carryOut: async (tx, call, { targetId, detail: { required = true } }) => {
      const organisation = await lockAnyOrganisation(tx, targetId);
      if (!organisation) return;
      if (required) await requireReady(tx, targetId);
      await change(tx, call, organisation, required);
    },
  },
};
