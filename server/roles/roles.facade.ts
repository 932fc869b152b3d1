/** What the room of roles needs of the room of people, handed over in `app.ts`. */
import type { Readable } from 'node:stream';
import type { Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import type { UserDetail } from '../../api/contract/users.shapes.ts';
import type { Transaction } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';

export interface PeopleFacade {
  /** One administrative action on one person: load with lock, authorise, change, audit. */
  act(
    call: Pick<CallOf<'Roles.SetUser'>, 'name' | 'person' | 'origin' | 'now' | 'params'>,
    action: {
      may: (actor: Person, target: Target) => ProblemCode | null;
      change: (tx: Transaction, person: { user_id: string; roles: string[] }) => Promise<Record<string, unknown> | undefined>;
    },
  ): Promise<UserDetail>;
  /** Somebody the actor may see: in scope, or themselves. */
  find(actor: Person, userName: string): Promise<(Target & { userName: string }) | undefined>;
  /** Everybody in scope with a role, as a JSON list of any length. */
  inRole(
    call: Pick<CallOf<'UserRoles.UsersInRole'>, 'person' | 'origin' | 'now'>,
    roleName: string,
    organisationId: string | undefined,
  ): Promise<Readable>;
}
