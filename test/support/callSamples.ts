/**
 * A sample of every call of the contract, written once: what it sends, what has to exist for it to succeed, and who then makes it. The
 * contract says the rest. Tests that walk the calls read these, each with expectations of its own; `preparedCalls.ts` makes them succeed.
 */
import { pathParams } from '../../api/contract/call.ts';
import { operations, type OperationName } from '../../api/contract/index.ts';
import { HARBOUR_TICKET } from '../../server/demo/tickets.ts';
import { bulkSamples } from './callSamples/bulk.ts';
import { connectionsSamples } from './callSamples/connections.ts';
import { inviteSamples } from './callSamples/invite.ts';
import { listsSamples } from './callSamples/lists.ts';
import { loginSamples } from './callSamples/login.ts';
import { mfaSamples } from './callSamples/mfa.ts';
import { organisationsSamples } from './callSamples/organisations.ts';
import type { Sample, Samples, Scene } from './callSamples/sample.ts';
import { selfSamples } from './callSamples/self.ts';
import { supportSamples } from './callSamples/support.ts';
import { usersSamples } from './callSamples/users.ts';
import type { Answer, Client } from './client.ts';
import type { Site } from './facts.ts';

/** Calls that send more than the scene fills: a missing one does not compile. */
const callSamples: Samples = {
  ...loginSamples,
  ...mfaSamples,
  ...inviteSamples,
  ...selfSamples,
  ...supportSamples,
  ...usersSamples,
  ...listsSamples,
  ...bulkSamples,
  ...organisationsSamples,
  ...connectionsSamples,
};

export const sampleOf = (name: OperationName): Sample<OperationName> =>
  (callSamples as Partial<Record<OperationName, object>>)[name] ?? {};

export const operationNames = Object.keys(operations) as OperationName[];

let scenes = 0;

/** @param who an ordinary member of "Harbour Mutual", by id or user name */
export async function sceneOf({ database }: Site, who: string): Promise<Scene> {
  scenes += 1;
  const { harbourId, invitedId, ...member } = await database.row<Scene['member'] & Pick<Scene, 'harbourId' | 'invitedId'>>(
    `SELECT user_id AS "userId", user_name AS "userName", email, version, organisation_id AS "harbourId",
            (SELECT user_id FROM users WHERE email = 'invited@example.com') AS "invitedId"
       FROM users WHERE user_id::text = $1 OR user_name = $1`,
    [who],
  );
  const unknownId = '00000000-0000-4000-8000-000000000000';
  return { member, harbourId, invitedId, unknownId, fresh: `s${String(scenes)}` };
}

/** Parameters of its path that the scene fills. Ids of what a call may change are of nothing that exists. */
function fromScene(name: OperationName, { member, harbourId, unknownId }: Scene): Record<string, string> {
  const known: Readonly<Record<string, string>> = {
    ...{ userName: member.userName, userId: member.userId, ticketNumber: HARBOUR_TICKET },
    ...{ organisationPublicId: harbourId, clientPublicId: harbourId },
  };
  return Object.fromEntries(
    pathParams(operations[name].path).flatMap((param): [string, string][] => {
      const value = known[param] ?? (param.endsWith('Id') ? unknownId : undefined);
      return value === undefined ? [] : [[param, value]];
    }),
  );
}

/** What a valid call sends that changes nothing of which another call depends, or names what does not exist. */
export function argsOf(name: OperationName, scene: Scene): Record<string, unknown> {
  type Sends = Readonly<Record<string, unknown>>;
  const { sends } = sampleOf(name) as { readonly sends?: Sends | ((scene: Scene) => Sends) };
  return { ...fromScene(name, scene), ...(typeof sends === 'function' ? sends(scene) : sends) };
}

/** Calls with arguments that no type describes. */
export const callWith = (client: Client, name: OperationName, args: unknown): Promise<Answer<unknown>> =>
  (client.call as unknown as (operation: OperationName, given: unknown) => Promise<Answer<unknown>>)(name, args);
