/** Display names of roles. The API, the URL and exported files keep the technical names. */
import type { TFunction } from 'i18next';

export interface RoleNames {
  /** The display name; a role without one in this locale keeps its technical name. */
  readonly of: (role: string) => string;
  /** Several display names, separated by commas. */
  readonly list: (roles: readonly string[]) => string;
  /** As `list`, each with its technical name in parentheses where the two differ. For tooltips. */
  readonly exactly: (roles: readonly string[]) => string;
}

export function roleNames(t: TFunction<'roles'>): RoleNames {
  const names: Readonly<Record<string, string>> = t('names', { returnObjects: true });
  const of = (role: string): string => (Object.hasOwn(names, role) ? names[role] : undefined) ?? role;
  const exact = (role: string): string => (of(role) === role ? role : `${of(role)} (${role})`);
  return {
    of,
    list: (roles) => roles.map(of).join(', '),
    exactly: (roles) => roles.map(exact).join(', '),
  };
}
