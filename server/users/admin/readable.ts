/** The user of whom an administrator reads more than the page of a user has. */
import { sql, type SqlBool } from 'kysely';
import type { Person } from '../../../api/contract/person.ts';
import type { ProblemCode } from '../../../api/contract/problem.ts';
import type { Target } from '../../../api/contract/users.policy.ts';
import { findDetail } from '../../actions/repository.ts';
import type { Queries } from '../../db/database.ts';
import { asTarget, inScopeOf } from '../../db/target.ts';
import { problem } from '../../http/problem.ts';
import { hasUserName, type DetailRow } from '../read/rows.ts';

interface ReadingCall {
  readonly person: Person;
  readonly params: { readonly userName: string };
  readonly now: Date;
}

/** @throws NotFound for a user unknown or out of scope; what the policy says */
export async function findReadable(
  queries: Queries,
  { person, params, now }: ReadingCall,
  may: (actor: Person, target: Target) => ProblemCode | null,
): Promise<DetailRow> {
  const user = await findDetail(queries, sql<SqlBool>`${hasUserName(params.userName)} AND ${inScopeOf(person)}`, now);
  const refused = user ? may(person, asTarget(user)) : 'NotFound';
  if (!user || refused) throw problem(refused ?? 'NotFound');
  return user;
}
