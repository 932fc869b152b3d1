/** Authorization matrix: every operation of the contract, called by every kind of caller. */
import type { OperationName } from '../../api/contract/index.ts';
import type { Client } from '../support/client.ts';
import { useServer } from '../support/useServer.ts';
import { become, operationNames, principals, type PrincipalName } from './authorizationMatrix/principals.ts';
import { table, type Fixtures } from './authorizationMatrix/table.ts';
import { userOf } from '../support/userFacts.ts';

/** Operations that end the caller’s session or replace its user. */
const ENDS_THE_SESSION: readonly OperationName[] = [
  'Login.Logout',
  'Users.Impersonate',
  'Users.EndOtherSessions',
  'Mfa.Login',
  'Mfa.RecoveryCode',
];

describe('The authorization matrix', () => {
  const site = useServer({
    env: {
      LIMIT_LOGINS_PER_ADDRESS: '100000',
      LIMIT_TICKETS_PER_ADDRESS: '1000',
      LIMIT_RECOVERY_PER_ADDRESS: '1000',
      LIMIT_API_KEYS: '1000',
    },
  });
  const clients = new Map<PrincipalName, Client>();
  let shared: Omit<Fixtures, 'fresh' | 'caller' | 'bystanderVersion'>;
  let calls = 0;

  beforeAll(async () => {
    const [bystander] = await site.database.query<{ user_id: string; user_name: string; organisation_id: string }>(
      `SELECT u.user_id, u.user_name, u.organisation_id FROM users u JOIN organisations o USING (organisation_id)
       WHERE o.name = 'Harbour Mutual' AND u.enabled AND u.registered_at IS NOT NULL AND u.mfa_enrolled_at IS NULL
         AND u.locked_until IS NULL AND u.roles = '{Member}' AND u.user_name NOT IN ('ordinary') ORDER BY u.user_name LIMIT 1`,
    );
    const [invited] = await site.database.query<{ user_id: string }>(
      `SELECT user_id FROM users WHERE email = 'invited@example.com'`,
    );
    if (!bystander || !invited) throw new Error('The demo directory lacks the users of the matrix');
    shared = {
      bystander: { userId: bystander.user_id, userName: bystander.user_name },
      invitedId: invited.user_id,
      harbourId: bystander.organisation_id,
      unknownId: '00000000-0000-4000-8000-000000000000',
    };
  });

  async function caller(name: OperationName, principal: PrincipalName): Promise<Client> {
    if (ENDS_THE_SESSION.includes(name)) {
      clients.delete(principal);
      return become[principal](site);
    }
    const client = clients.get(principal) ?? (await become[principal](site));
    clients.set(principal, client);
    return client;
  }

  test('has exactly one row for each operation', () => {
    expect(Object.keys(table).sort()).toEqual([...operationNames].sort());
  });

  test.each(operationNames)('has the status of %s for every kind of caller', async (name) => {
    const { args, expected } = table[name];
    const statuses: string[] = [];
    for (const principal of principals) {
      const client = await caller(name, principal);
      const { version } = await userOf(site, shared.bystander.userId, 'version');
      calls += 1;
      const fixtures: Fixtures = { ...shared, fresh: String(calls), caller: principal, bystanderVersion: version };
      const call = client.call as unknown as (operation: OperationName, input: unknown) => Promise<{ status: number }>;
      const answer = await call(name, args(fixtures));
      statuses.push(String(answer.status));
    }
    expect(statuses.join(' ')).toBe(expected);
  });
});
