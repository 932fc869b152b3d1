/** The applications people come from and go on to: the default one, and those the configuration registers. */
import { isAdmin, isAuditReader } from '../../api/contract/person.ts';
import type { Config } from '../config.ts';

export interface Application {
  applicationName: string;
  displayName: string;
  url: string;
}

/** The registered ones; the default application is this product itself and has no address of its own. */
export const applicationsOf = (config: Pick<Config, 'APPLICATIONS'>): Application[] =>
  config.APPLICATIONS.map(({ name, displayName, url }) => ({ applicationName: name, displayName: displayName ?? name, url }));

/** Where this product itself begins for somebody with these roles. */
export function homeOf(roles: readonly string[]): string {
  if (isAdmin({ roles })) return '/Users/List';
  return isAuditReader({ roles }) ? '/Users/Audit' : '/SecurityDetails';
}

/** Where an application begins for somebody with these roles; null for an unknown one. */
export function applicationHome(
  config: Pick<Config, 'APPLICATIONS' | 'defaultApplication'>,
  applicationName: string | undefined,
  roles: readonly string[],
): string | null {
  if (applicationName === undefined || isDefault(config, applicationName)) return homeOf(roles);
  return applicationsOf(config).find((application) => application.applicationName === applicationName)?.url ?? null;
}

/** The default name, or the legacy one made of it. */
export const isDefault = ({ defaultApplication }: Pick<Config, 'defaultApplication'>, name: string): boolean =>
  name === defaultApplication || name === `${defaultApplication} LS`;
