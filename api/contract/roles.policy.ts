/** Rules on who may grant or revoke which role. The server enforces them; the page shows locked roles and the reason. */
import { isAdmin, isSystemAdmin, isSystemWide, reachesAllOrganisations, type Person } from './person.ts';
import type { ProblemCode } from './problem.ts';
import { mayChangeRoles, type Target } from './users.policy.ts';

/** Why a role cannot be granted or revoked. Each has a phrase in `locales/<locale>/roles.json`. */
type RoleLock = 'OwnAccount' | 'SystemAdministratorOnly' | 'NotAdministrator';

/** The reason why the actor cannot grant or revoke the role; null if they can. */
export function lockOf(actor: Person, target: Target, roleName: string): RoleLock | null {
  if (!isAdmin(actor)) return 'NotAdministrator';
  if (actor.userId === target.userId) return 'OwnAccount';
  // The other roles of a user with rights beyond one organisation are locked too, like the rest of the account.
  const isOutOfReach = isSystemWide(roleName, target.house) || reachesAllOrganisations(target);
  return isOutOfReach && !isSystemAdmin(actor) ? 'SystemAdministratorOnly' : null;
}

/** Checks the whole new set: only the differences need the actor's permission. */
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
