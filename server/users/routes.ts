/** Routes of the users module. */
import { sql, type SqlBool } from 'kysely';
import { isAdmin, type Person } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import type { SessionManager } from '../http/sessionManager.ts';
import { adminRoutes } from './admin/admin.routes.ts';
import type { ErasureDependencies } from './admin/erase.ts';
import { isOrganisationApproved, isOwnOrganisationApproved, isUserApproved } from './read/approval.ts';
import { diagnose, type FindUpstream } from './read/diagnosis.ts';
import type { ReadCounts } from './read/keptCounts.ts';
import { listRoutes } from './read/list.routes.ts';
import { detail } from './read/presenter.ts';
import { findDetail } from '../actions/repository.ts';
import { inScopeOf } from '../db/target.ts';
import { hasUserName } from './read/rows.ts';
import { selfOf } from './self/self.ts';

type Names =
  | keyof ReturnType<typeof listRoutes>
  | keyof ReturnType<typeof adminRoutes>
  | 'Users.Self'
  | 'Users.User'
  | 'Users.Diagnosis'
  | 'Users.OwnApproval'
  | 'Users.CheckApproved'
  | 'Users.CheckOrganisationApproved';

/** Functions of other modules. */
interface UsersDependencies extends ErasureDependencies {
  readonly readCounts: ReadCounts;
  readonly findUpstream: FindUpstream;
}

export function usersRoutes(
  context: Context,
  sessions: SessionManager,
  { readCounts, findUpstream, ...erasure }: UsersDependencies,
): Handlers<Names> {
  const { config, db } = context;
  return {
    ...listRoutes(context, readCounts),
    ...adminRoutes(context, sessions, erasure),

    'Users.Self': ({ principal, now }) => {
      if (principal.kind === 'anonymous') throw problem('SessionRequired');
      return Promise.resolve(selfOf(config, principal, now));
    },

    'Users.User': async ({ params, person, now }) => {
      const visible = sql<SqlBool>`(${hasUserName(params.userName)}) AND (u.user_id = ${person.userId} OR (${inScopeForReading(person)}))`;
      return detail(orNotFound(await findDetail(db, visible, now)), now);
    },

    'Users.Diagnosis': async ({ params, person, now }) =>
      orNotFound(await diagnose({ config, findUpstream }, db, person, params.userName, now)),

    'Users.OwnApproval': async ({ person }) => orNotFound(await isOwnOrganisationApproved(db, person)),

    'Users.CheckApproved': async ({ params, person }) => orNotFound(await isUserApproved(db, person, params.userName)),

    'Users.CheckOrganisationApproved': async ({ params, person }) =>
      orNotFound(await isOrganisationApproved(db, person, params.clientPublicId)),
  };
}

function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw problem('NotFound');
  return value;
}

/** Users without an administrative role read no other user. */
const inScopeForReading = (person: Person) => (isAdmin(person) ? inScopeOf(person) : sql<SqlBool>`false`);
