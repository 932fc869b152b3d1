/** Enabled members of an organisation of the demo directory, without `ordinary`, in the order of their names. */
import type { TestDatabase } from './database.ts';
import type { MemberAccount } from './unusedMember.ts';

export type Member = Pick<MemberAccount, 'userId' | 'userName'>;

/** @throws Error if it has fewer */
export async function membersOf(database: TestDatabase, organisation: string, count: number): Promise<Member[]> {
  const found = await database.query<Member>(
    `SELECT user_id AS "userId", user_name AS "userName" FROM users JOIN organisations o USING (organisation_id)
      WHERE roles = '{Member}' AND registered AND enabled AND o.name = $1 AND user_name <> 'ordinary' ORDER BY user_name LIMIT $2`,
    [organisation, count],
  );
  if (found.length < count) throw new Error(`${organisation} has ${String(found.length)} members`);
  return found;
}
