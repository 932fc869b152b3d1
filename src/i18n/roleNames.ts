/** Display names of roles. API, URLs and exports keep the technical names. */
import type { TFunction } from 'i18next';

export interface RoleNames {
  /** The display name; without one in this locale, the technical name. */
  readonly of: (role: string) => string;
  /** Display names, separated by commas. */
  readonly list: (roles: readonly string[]) => string;
  /** Like `list`, with the technical name in parentheses where it differs; used in tooltips. */
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
