/** Functions of the users module that the roles module needs; passed in `app.ts`. */
import type { Readable } from 'node:stream';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import type { UserDetail } from '../../api/contract/users.shapes.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';
import type { CarriedOutAct, RequestedAct } from '../approvals/acts.ts';

interface TargetRow {
  user_id: string;
  user_name: string | null;
  email: string;
  locale: string | null;
  roles: string[];
  organisation_id: string;
  house: boolean;
  enabled: boolean;
  registered_at: Date | null;
  lost_roles: string[];
}

type SettingCall = Pick<CallOf<'Roles.SetUser'>, 'name' | 'person' | 'origin' | 'now' | 'params'>;
type KeyedSettingCall = SettingCall & Pick<CallOf<'Roles.SetUser'>, 'idempotency'>;

interface Action {
  may: (actor: Person, target: Target) => ProblemCode | null;
  change: (tx: Transaction, person: TargetRow) => Promise<Record<string, unknown> | 'awaitingApproval' | undefined>;
}

export interface UsersFacade {
  /** One administrative action on a user: load with lock, authorise, change, audit. */
  performAction(call: KeyedSettingCall, action: Action): Promise<UserDetail>;
  /** Performs an action in a transaction of the caller. */
  performActionIn(
    tx: Transaction,
    call: SettingCall & { approval?: Readonly<Record<string, unknown>> },
    action: Action,
  ): Promise<unknown>;
  lockForApproval(
    policyOf: (detail: RequestedAct['detail']) => (actor: Person, target: Target) => ProblemCode | null,
  ): CarriedOutAct['lock'];
  /** Reads the counts, which include the numbers of users by role name. */
  readCounts(call: Pick<CallOf<'Roles.List'>, 'person' | 'now' | 'readAfter'>): Promise<{ roles: Record<string, number> }>;
  /** A user visible to the actor: in scope, or the actor. */
  find(actor: Person, userName: string): Promise<(Target & { userName: string }) | undefined>;
  /** All users in scope with a role, as a JSON array stream. */
  inRole(
    call: Pick<CallOf<'UserRoles.UsersInRole'>, 'person' | 'origin' | 'now'>,
    roleName: string,
    organisationId: string | undefined,
  ): Promise<Readable>;
}
