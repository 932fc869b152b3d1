/** Authorization matrix: every operation of the contract, called by every kind of caller. */
import type { OperationName } from '../../api/contract/index.ts';
import { argsOf, callWith, operationNames, sceneOf } from '../support/callSamples.ts';
import type { Client } from '../support/client.ts';
import { unusedMember } from '../support/unusedMember.ts';
import { useServer } from '../support/useServer.ts';
import { become, principals, type PrincipalName } from './authorizationMatrix/principals.ts';
import { expectedStatuses } from './authorizationMatrix/table.ts';

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
  let member: string;

  beforeAll(async () => {
    member = (await unusedMember(site, { organisation: 'Harbour Mutual' })).userId;
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
    expect(Object.keys(expectedStatuses).sort()).toEqual([...operationNames].sort());
  });

  test.each(operationNames)('has the status of %s for every kind of caller', async (name) => {
    const statuses: number[] = [];
    for (const principal of principals) {
      const client = await caller(name, principal);
      const { status } = await callWith(client, name, argsOf(name, await sceneOf(site, member)));
      statuses.push(status);
    }
    expect(statuses.join(' ')).toBe(expectedStatuses[name]);
  });
});
