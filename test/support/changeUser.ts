/** What happens to users before a test begins, past the server and its rules. Without users it happens to everybody. */
import { idsOf, THEY, type Site, type Who } from './facts.ts';

const change = (site: Site, who: Who | undefined, assignments: string, ...values: readonly unknown[]): Promise<unknown[]> =>
  site.database.query(`UPDATE users SET ${assignments} WHERE $1::text[] IS NULL OR ${THEY}`, [
    who === undefined ? null : idsOf(who),
    ...values,
  ]);

export const setRoles = (site: Site, who: Who, roles: readonly string[]) => change(site, who, 'roles = $2', roles);

export const disable = (site: Site, who: Who) => change(site, who, 'enabled = false');
export const enable = (site: Site, who?: Who) => change(site, who, 'enabled = true');

/** @param time from now on, in PostgreSQL's words */
export const lock = (site: Site, who: Who, time = '1 hour') => change(site, who, 'locked_until = now() + $2::interval', time);

/** Without failed logins and codes: nobody is locked, and no code of this step has been used. */
export const forgetFailures = (site: Site, who?: Who) =>
  change(site, who, 'failed_sign_ins = 0, mfa_failures = 0, locked_until = NULL, last_failed_at = NULL, mfa_last_step = 0');

/** An administrator's decision for the user; null: the organisation's rule. */
export const requireMfa = (site: Site, who: Who, required: boolean | null = true) =>
  change(site, who, 'mfa_required_override = $2', required);

/** An authenticator with the key of `mfa_user`. */
export const giveAuthenticator = (site: Site, who: Who) =>
  change(
    site,
    who,
    `mfa_enrolled_at = now(), mfa_secret = (SELECT mfa_secret FROM users WHERE user_name = 'mfa_user'), mfa_last_step = 0`,
  );

export const takeAuthenticator = (site: Site, who: Who) => change(site, who, 'mfa_enrolled_at = NULL, mfa_secret = NULL');

/** The password of the demo. */
export const givePassword = (site: Site, who: Who) =>
  change(site, who, `password_hash = (SELECT password_hash FROM users WHERE user_name = 'ordinary')`);

export const takePassword = (site: Site, who: Who) => change(site, who, 'password_hash = NULL');

/** As if an administrator had chosen the password, or not. */
export const mustChangePassword = (site: Site, who: Who, must = true) => change(site, who, 'password_must_change = $2', must);

/** @param organisation its name or id */
export const moveTo = (site: Site, who: Who, organisation: string) =>
  change(
    site,
    who,
    'organisation_id = (SELECT o.organisation_id FROM organisations o WHERE o.name = $2 OR o.organisation_id::text = $2)',
    organisation,
  );

/** To the organisation of another user. */
export const moveBeside = (site: Site, who: Who, other: string) =>
  change(site, who, 'organisation_id = (SELECT o.organisation_id FROM users o WHERE o.user_name = $2)', other);

export const moveToHouse = (site: Site, who: Who) =>
  change(site, who, 'organisation_id = (SELECT o.organisation_id FROM organisations o WHERE house)');

/** @param owner user name of the administrator who answers for the account */
export const setOwner = (site: Site, who: Who, owner: string | null) =>
  change(site, who, 'owner_id = (SELECT w.user_id FROM users w WHERE w.user_name = $2)', owner);

export const setEmail = (site: Site, who: Who, email: string) => change(site, who, 'email = $2', email);

export const setName = (site: Site, who: Who, firstName: string, lastName: string) =>
  change(site, who, 'first_name = $2, last_name = $3', firstName, lastName);

/** As a record of another system, or of none. */
export const setSource = (site: Site, who: Who, source: string | null, externalId: string | null) =>
  change(site, who, 'external_source = $2, external_id = $3', source, externalId);

export const loggedInNow = (site: Site, who: Who) => change(site, who, 'last_login_at = now()');

export const endInvitation = (site: Site, who: Who) => change(site, who, `invite_expires_at = now() - interval '1 minute'`);

export const removeUser = ({ database }: Site, who: Who) => database.query(`DELETE FROM users WHERE ${THEY}`, [idsOf(who)]);

export const setPendingEmail = (site: Site, who: Who, email: string) =>
  change(
    site,
    who,
    `pending_email = $2, pending_email_at = now(), pending_email_by = (SELECT a.user_id FROM users a WHERE a.user_name = 'sysadmin')`,
    email,
  );

/** Time passes for an address that waits for its proof. @param time in PostgreSQL's words */
export const pendingEmailAges = (site: Site, who: Who, time: string) =>
  change(site, who, 'pending_email_at = pending_email_at - $2::interval', time);
