/** The applications users come from and return to: the default one, those in the configuration, and the registered ones. */
import { isAdmin, isAuditReader } from '../../api/contract/person.ts';
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import type { Config } from '../config.ts';

interface Application {
  readonly applicationName: string;
  readonly displayName: string;
  readonly url: string;
}

/** All but the default application, which is this product and has no URL of its own. */
export type Applications = (wanted?: string) => Promise<readonly Application[]>;

/** Addresses to which a login may return. Registered applications get their users back by OpenID Connect alone. */
export const returnableOf = (config: Pick<Config, 'APPLICATIONS'>): string[] => config.APPLICATIONS.map(({ url }) => url);

/** The start page of this product for these roles. */
function homeOf(roles: readonly string[]): string {
  if (isAdmin({ roles })) return '/Users/List';
  return isAuditReader({ roles }) ? '/Users/Audit' : '/SecurityDetails';
}

/** The start page of an application for these roles; null for an unknown application. */
export function applicationHome(
  config: Pick<Config, 'defaultApplication'>,
  applications: readonly Application[],
  applicationName: string | undefined,
  roles: readonly string[],
): string | null {
  if (applicationName === undefined || isDefault(config, applicationName)) return homeOf(roles);
  return applications.find((application) => application.applicationName === applicationName)?.url ?? null;
}

/** Where a login leads. */
export function targetOf(
  config: Pick<Config, 'APPLICATIONS' | 'defaultApplication'>,
  applications: readonly Application[],
  wanted: { returnUrl?: string | null | undefined; applicationName?: string | undefined },
  account: { roles: readonly string[]; password_must_change: boolean },
): string {
  if (account.password_must_change) return '/SecurityDetails';
  const home = applicationHome(config, applications, wanted.applicationName, account.roles) ?? homeOf(account.roles);
  return safeReturnUrl(wanted.returnUrl, returnableOf(config)) ?? home;
}

/** The default name, or the legacy one derived from it. */
export const isDefault = ({ defaultApplication }: Pick<Config, 'defaultApplication'>, name: string): boolean =>
  name === defaultApplication || name === `${defaultApplication} LS`;
