/** Who may give or take which role. The server decides by it; the page shows what is locked, and why. */
import { isAdmin, isSystemAdmin, isSystemWide, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';
import { mayChangeRoles, type Target } from './users.policy.ts';

/** Why a role can't be given to or taken from somebody. Each has a phrase in `locales/<locale>/roles.json`. */
export const roleLocks = ['OwnAccount', 'SystemAdministratorOnly', 'NotAdministrator'] as const;
export type RoleLock = (typeof roleLocks)[number];

/** Null: the actor may give this role to the person, or take it. */
export function lockOf(actor: Person, target: Target, roleName: string): RoleLock | null {
  if (!isAdmin(actor)) return 'NotAdministrator';
  if (actor.userId === target.userId) return 'OwnAccount';
  // Of a user whose rights reach beyond one organisation, the other roles are as much out of reach as everything else.
  const isOutOfReach = isSystemWide(roleName, target.house) || reachesAllOrganisations(target);
  return isOutOfReach && !isSystemAdmin(actor) ? 'SystemAdministratorOnly' : null;
}

/** Asked about the whole new set: only what it gives or takes has to be the actor's to give or take. */
export const maySetRoles =
  (roles: readonly string[]) =>
  (actor: Person, target: Target): ProblemCode | null => {
    const refused = mayChangeRoles(actor, target);
    if (refused) return refused;
    const changed = [
      ...roles.filter((role) => !target.roles.includes(role)),
      ...target.roles.filter((role) => !roles.includes(role)),
    ];
    return changed.some((role) => lockOf(actor, target, role) !== null) ? 'Forbidden' : null;
  };
