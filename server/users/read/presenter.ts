/** Maps user rows to the contract. */
import type { UserDetail, UserSummary } from '../../../api/contract/users.shapes.ts';
import type { DetailRow, SummaryRow } from './rows.ts';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function summary(row: SummaryRow, now: Date): UserSummary {
  const invited = row.registered_at === null;
  return {
    userId: row.user_id,
    userName: row.user_name ?? row.email,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    organisation: { publicId: row.organisation_id, organisationName: row.organisation_name },
    enabled: row.enabled,
    approved: row.approved,
    lockedUntil: row.locked_until && row.locked_until > now ? iso(row.locked_until) : null,
    inviteState: invited ? (row.invite_expires_at && row.invite_expires_at > now ? 'Invited' : 'InviteExpired') : null,
    inviteExpiresAt: invited ? iso(row.invite_expires_at) : null,
    mfaEnabled: row.mfa_enrolled_at !== null,
    hasPasskey: row.has_passkey,
    mfaRequired: row.mfa_required_override ?? row.mfa_required,
    roles: row.roles,
    loggedIn: row.logged_in,
    lastLoginAt: iso(row.last_login_at),
    createdAt: row.created_at.toISOString(),
    owner: row.owner,
    managedBy: row.managed_by,
    clearLife: row.house,
  };
}

export function detail(row: DetailRow, now: Date): UserDetail {
  return {
    ...summary(row, now),
    emailPreferences: { securityAlerts: true, auditDigest: row.audit_digest, productNews: row.product_news },
    uiFontSize: row.ui_font_size,
    failedSignIns: row.failed_sign_ins,
    recoveryCodesLeft: row.recovery_codes_left,
    invitedBy: row.invited_by,
    pendingEmail: row.pending_email,
    version: row.version,
  };
}
