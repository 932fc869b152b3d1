/** The applications users come from and return to: the default one, those in the configuration, and the registered ones. */
import { isAdmin, isAuditReader, type Person } from '../../api/contract/person.ts';
import { safeReturnUrl } from '../../api/contract/returnUrl.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../db/database.ts';

interface Application {
  readonly applicationName: string;
  readonly displayName: string;
  readonly url: string;
  /** Whether a login may redirect to it directly. */
  readonly returnable: boolean;
}

/** Finds all applications but the default one, which is this product and has no URL of its own. */
export type Applications = (wanted?: string) => Promise<readonly Application[]>;

/**
 * Addresses to which a login may return; applications that sign in by OpenID Connect get their users back only by that protocol.
 */
export const returnableOf = (applications: readonly Application[]): string[] =>
  applications.filter(({ returnable }) => returnable).map(({ url }) => url);

/** The application that a safe return URL belongs to; undefined for a path of this product. */
export function applicationOf(returnUrl: string | null, applications: readonly Application[]): Application | undefined {
  if (returnUrl === null || !URL.canParse(returnUrl)) return undefined;
  const { origin, href } = new URL(returnUrl);
  const candidates = applications.filter(({ url }) => new URL(url).origin === origin);
  return candidates.find(({ url }) => href.startsWith(url)) ?? candidates[0];
}

/** The user whose start page is wanted. */
interface HomeOwner {
  readonly roles: readonly string[];
  /** The user's own choice, which holds for administrators. */
  readonly opensOverview: boolean;
}

/** Finds the user of a session for the start page. */
export async function findHomeOwner(queries: Queries, { userId, roles }: Pick<Person, 'userId' | 'roles'>): Promise<HomeOwner> {
  const row = await queries.selectFrom('users').select('opens_overview').where('user_id', '=', userId).executeTakeFirst();
  return { roles, opensOverview: row?.opens_overview ?? false };
}

/** The start page of this product. */
function homeOf({ roles, opensOverview }: HomeOwner): string {
  if (isAdmin({ roles })) return opensOverview ? '/Overview' : '/Users/List';
  return isAuditReader({ roles }) ? '/Users/Audit' : '/SecurityDetails';
}

/** The start page of an application; null for an unknown application. */
export function applicationHome(
  config: Pick<Config, 'defaultApplication'>,
  applications: readonly Application[],
  applicationName: string | undefined,
  owner: HomeOwner,
): string | null {
  if (applicationName === undefined || isDefault(config, applicationName)) return homeOf(owner);
  return applications.find((application) => application.applicationName === applicationName)?.url ?? null;
}

/** The address to which a login leads. */
export function targetOf(
  config: Pick<Config, 'defaultApplication'>,
  applications: readonly Application[],
  wanted: { returnUrl?: string | null | undefined; applicationName?: string | undefined },
  account: { roles: readonly string[]; opens_overview: boolean; password_must_change: boolean },
): string {
  if (account.password_must_change) return '/SecurityDetails';
  const owner = { roles: account.roles, opensOverview: account.opens_overview };
  const home = applicationHome(config, applications, wanted.applicationName, owner) ?? homeOf(owner);
  return safeReturnUrl(wanted.returnUrl, returnableOf(applications)) ?? home;
}

/** The default name, or the legacy one derived from it. */
export const isDefault = ({ defaultApplication }: Pick<Config, 'defaultApplication'>, name: string): boolean =>
  name === defaultApplication || name === `${defaultApplication} LS`;
