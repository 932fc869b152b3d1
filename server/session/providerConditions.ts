/** The conditions of an identity provider on a session, asked of the sessions that concern one. */
import type { Queries } from '../db/database.ts';
import { prepare } from '../db/prepared.ts';
import { isShutOut, needsProvider, trustsProviderFactor } from './providerRule.ts';

/** With the tables that the rule names: the user, the impersonating administrator, and their organisations. */
export const sessionsWithPeople = (queries: Queries) =>
  queries
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.user_id', 's.user_id')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .leftJoin('users as i', 'i.user_id', 's.impersonator_id')
    .leftJoin('organisations as io', 'io.organisation_id', 'i.organisation_id');

const findProviderConditions = prepare('findProviderConditions', (queries, { sessionId }: { sessionId: string }) =>
  sessionsWithPeople(queries)
    .select([isShutOut.as('is_shut_out'), trustsProviderFactor.as('trusts_provider_factor'), needsProvider.as('needs_provider')])
    .where('s.session_id', '=', sessionId),
);

export type ProviderConditions = Awaited<ReturnType<typeof findProviderConditions>>[number];

const withoutProvider: ProviderConditions = { is_shut_out: false, trusts_provider_factor: false, needs_provider: false };

/** Most sessions have nothing to do with an identity provider: for them there is no further statement. */
export async function withProvider<Row extends { readonly session_id: string; readonly concerns_provider: boolean }>(
  queries: Queries,
  row: Row | undefined,
): Promise<(Row & ProviderConditions) | undefined> {
  if (!row?.concerns_provider) return row && { ...row, ...withoutProvider };
  const [conditions] = await findProviderConditions(queries, { sessionId: row.session_id });
  return conditions && { ...row, ...conditions };
}
