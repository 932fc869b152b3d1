/** What a sample of a call says, and what it can refer to. */
import type { ArgsOf, OperationName, operations } from '../../../api/contract/index.ts';
import type { PathParam } from '../../../api/contract/call.ts';
import type { Client } from '../client.ts';
import type { TestServer } from '../server.ts';
import type { MemberAccount } from '../unusedMember.ts';

/** Whom and what a call is about; all of "Harbour Mutual". */
export interface Scene {
  /** An ordinary member. */
  readonly member: MemberAccount & { readonly version: number };
  readonly invitedId: string;
  readonly harbourId: string;
  readonly unknownId: string;
  /** Differs with every scene, for names that must be unused. */
  readonly fresh: string;
}

/** A scene of a call that succeeds. */
export interface Stage extends Scene {
  readonly site: TestServer;
  readonly guest: Client;
  readonly subadmin: Client;
  readonly sysadmin: Client;
  /** The member's own session. */
  readonly own: () => Promise<Client>;
  /** Undoes, once the call is made, what others would meet. */
  readonly afterwards: (undo: () => Promise<unknown>) => void;
}

/** Parameters of paths that the scene itself fills, by their names (`argsOf`). */
type FromScene = 'userName' | 'ticketNumber' | `${string}Id`;

type Args<Name extends OperationName> = [ArgsOf<Name>] extends [object] ? ArgsOf<Name> : object;
type Sent<Name extends OperationName> = Omit<Args<Name>, Extract<PathParam<(typeof operations)[Name]>, FromScene>> &
  Partial<Args<Name>>;

type Maker = 'guest' | 'own' | 'subadmin' | 'sysadmin';

interface Prepared<Name extends OperationName> {
  /** Makes what the call needs to succeed. */
  readonly before?: (stage: Stage) => Promise<unknown>;
  /** The same. @returns what the call then sends instead */
  readonly prepare?: (stage: Stage) => Partial<Args<Name>> | Promise<Partial<Args<Name>>>;
  /** Who makes it then; absent: whom the contract's `who` names. */
  readonly by?: Maker | ((stage: Stage) => Promise<Client>);
}

/**
 * `sends`: what a valid call sends besides what the scene fills. Whoever sends it, as often as they like, disturbs no other call; so it
 * names what does not exist, or changes nothing.
 */
export type Sample<Name extends OperationName> = Prepared<Name> &
  (object extends Sent<Name>
    ? { readonly sends?: Sent<Name> | ((scene: Scene) => Sent<Name>) }
    : { readonly sends: Sent<Name> | ((scene: Scene) => Sent<Name>) });

type IsSaid<Name extends OperationName> = object extends Sent<Name> ? never : Name;

/** Calls that send nothing else need no sample, unless something has to exist for their success. */
export type Samples = { readonly [Name in OperationName as IsSaid<Name>]: Sample<Name> } & {
  readonly [Name in OperationName]?: Sample<Name>;
};
