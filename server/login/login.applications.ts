/** The applications users come from and return to: the default one, and those in the configuration. */
import { isAdmin, isAuditReader } from '../../api/contract/person.ts';
import type { Config } from '../config.ts';

export interface Application {
  applicationName: string;
  displayName: string;
  url: string;
}

/** The configured ones; the default application is this product and has no URL of its own. */
export const applicationsOf = (config: Pick<Config, 'APPLICATIONS'>): Application[] =>
  config.APPLICATIONS.map(({ name, displayName, url }) => ({ applicationName: name, displayName: displayName ?? name, url }));

/** The start page of this product for these roles. */
export function homeOf(roles: readonly string[]): string {
  if (isAdmin({ roles })) return '/Users/List';
  return isAuditReader({ roles }) ? '/Users/Audit' : '/SecurityDetails';
}

/** The start page of an application for these roles; null for an unknown application. */
export function applicationHome(
  config: Pick<Config, 'APPLICATIONS' | 'defaultApplication'>,
  applicationName: string | undefined,
  roles: readonly string[],
): string | null {
  if (applicationName === undefined || isDefault(config, applicationName)) return homeOf(roles);
  return applicationsOf(config).find((application) => application.applicationName === applicationName)?.url ?? null;
}

/** The default name, or the legacy one derived from it. */
export const isDefault = ({ defaultApplication }: Pick<Config, 'defaultApplication'>, name: string): boolean =>
  name === defaultApplication || name === `${defaultApplication} LS`;
