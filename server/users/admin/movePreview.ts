/**
 * What would be different for users in another organisation. The rules of the move itself decide which users are moved, and what
 * ends; nothing is changed.
 */
import { sql, type SqlBool } from 'kysely';
import { actionOf } from '../../../api/contract/actions.ts';
import type { ReplyOf } from '../../../api/contract/index.ts';
import { hasAdministrativeRole } from '../../../api/contract/person.ts';
import { changeOf } from '../../accounts/account.ts';
import { previewEnded } from '../../accounts/settle.ts';
import { subjectOf } from '../../actions/action.ts';
import { isAnyOf, selectTargetUsers } from '../../bulk/bulkActions.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { asTarget, inScopeOf } from '../../db/target.ts';
import type { CallOf } from '../../http/call.ts';
import { isBreakGlass, mfaRequiredBy } from '../../session/mfaRule.ts';
import { needsProvider } from '../../session/providerRule.ts';
import { managedBy } from '../read/rows.ts';
import { findOrganisation } from './move.ts';

type MovePreview = ReplyOf<'Users.MovePreview'>;

const SHOWN_NAMES = 5;

/** @throws Invalid for an unknown organisation */
export async function previewMove(
  { config, db }: Pick<Context, 'config' | 'db'>,
  { body: { organisationPublicId, userIds }, person, now }: CallOf<'Users.MovePreview'>,
): Promise<MovePreview> {
  const organisation = await findOrganisation(db, organisationPublicId);
  const { may, whyIdle } = actionOf('move');
  const args = { organisationPublicId };
  const rows = await selectTargetUsers(db, now)
    .select([managedBy.as('managed_by'), isBreakGlass, sql<boolean>`${needsProvider}`.as('needs_provider')])
    .where(inScopeOf(person))
    .where(isAnyOf(userIds))
    .execute();
  const moved = rows.filter(
    (user) => may(person, asTarget(user), args) === null && !whyIdle?.(subjectOf(user, now), args, person),
  );
  const ids = moved.map((user) => user.user_id);
  const { house } = organisation;
  const ended = await previewEnded(
    db,
    moved.map((user) => changeOf(user, { organisation_id: organisation.organisation_id }, house)),
  );
  const compared = moved.map((user) => {
    const after = { ...user, house, mfa_required: organisation.mfa_required, is_break_glass: false };
    return {
      before: { mfa: mfaRequiredBy(config, user) !== null, administers: hasAdministrativeRole(user) },
      after: { mfa: mfaRequiredBy(config, after) !== null, administers: hasAdministrativeRole(after) },
      user,
    };
  });
  const count = (holds: (one: (typeof compared)[number]) => boolean): number => compared.filter(holds).length;
  const { sso_required: isProviderRequired } = organisation;
  return {
    organisation: { publicId: organisation.organisation_id, organisationName: organisation.name },
    users: moved.length,
    approved: organisation.approved,
    mfa: {
      required: organisation.mfa_required,
      newly: count(({ before, after }) => after.mfa && !before.mfa),
      toEnrol: count(({ after, user }) => after.mfa && user.mfa_enrolled_at === null && !user.has_passkey),
      noLonger: count(({ before, after }) => before.mfa && !after.mfa),
    },
    provider: {
      names: await providersOf(db, organisation.organisation_id),
      required: isProviderRequired,
      closes: count(({ user }) => isProviderRequired && !user.needs_provider),
      opens: count(({ user }) => !isProviderRequired && user.needs_provider),
    },
    administrators: {
      gained: await administratorsOf(db, [organisation.organisation_id]),
      lost: await administratorsOf(
        db,
        moved.map((user) => user.organisation_id),
        ids,
      ),
    },
    roles: {
      administering: count(({ after }) => after.administers),
      ceasing: count(({ before, after }) => before.administers && !after.administers),
    },
    ends: {
      loggedIn: count(({ user }) => user.logged_in),
      links: (ended.provenLinks ?? 0) + (ended.unprovenLinks ?? 0),
      apiKeys: ended.apiKeys ?? 0,
      rememberedBrowsers: ended.rememberedBrowsers ?? 0,
      directory: count(({ user }) => user.managed_by === 'SCIM'),
      emergency: count(({ user }) => user.is_break_glass),
    },
  };
}

async function providersOf(queries: Queries, organisationId: string): Promise<string[]> {
  const connections = await queries
    .selectFrom('connections')
    .select('name')
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .execute();
  return connections.map(({ name }) => name);
}

/** Subscriber administrators who can log in. @param except users who are moved, and do not look after themselves */
async function administratorsOf(queries: Queries, organisationIds: readonly string[], except: readonly string[] = []) {
  const { rows } = await sql<{ name: string; total: number }>`
    SELECT u.display_name AS name, count(*) OVER ()::int AS total FROM users u
     WHERE u.organisation_id = ANY (${[...new Set(organisationIds)]}::uuid[]) AND ${isSubscriberAdministrator}
       AND u.user_id <> ALL (${except}::uuid[])
     ORDER BY u.last_name, u.first_name, u.user_id LIMIT ${SHOWN_NAMES}`.execute(queries);
  return { names: rows.map(({ name }) => name), count: rows[0]?.total ?? 0 };
}

/** System administrators see everybody, before and after. */
const isSubscriberAdministrator = sql<SqlBool>`(u.enabled AND u.registered AND u.roles @> '{SubscriberAdministration}'
  AND NOT u.roles @> '{SystemAdministration}')`;
