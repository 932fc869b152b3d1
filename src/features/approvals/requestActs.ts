/** The title of a request, and how its requester does what was approved for them to do. */
import { useTranslation } from 'react-i18next';
import { type ApprovalRequest, repeatedActions } from '@api/contract/approvals.shapes.ts';
import { isAdmin } from '@api/contract/person.ts';
import { recoveryCodeRequested, requested } from '@store/users/acts.saga.ts';
import { impersonateRequested } from '@store/users/impersonate.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';

export const isRepeated = ({ action }: Pick<ApprovalRequest, 'action'>): boolean =>
  repeatedActions.some((repeated) => repeated === action);

/** Each call has a phrase of its own. */
export function useRequestTitle({ action, target, targetUser, people, detail, organisationName }: ApprovalRequest): string {
  const { t } = useTranslation(['session', 'actions']);
  const formats = useFormats();
  if (people)
    return t(`actions:${detail.kind ?? 'disable'}.many.request`, { count: people.count, total: formats.number(people.count) });
  if (action === 'Mfa.OrganizationDefaultReset') return t(`session:approvals.what.${action}`, { target: organisationName });
  const name = { target: targetUser && targetUser.displayName !== '' ? targetUser.displayName : target };
  if (action === 'Users.Enable' && detail.enabled) return t('actions:call.Users.Enable.requestAgain', name);
  if (action === 'Connections.Enable' && detail.enabled === false) return t('session:approvals.what.Connections.Disable', name);
  if (action === 'Connections.SetRequired' && detail.required === false)
    return t('session:approvals.what.Connections.EndRequired', name);
  const keys = [`actions:call.${action as 'Users.Erase'}.request`, `session:approvals.what.${action as 'Users.Create'}`] as const;
  return t([...keys], name);
}

/** The act exactly as it was approved. Only an erasure asks again, as it can't be undone. */
export function approvedActOf({ action, targetUser, detail, before, reason }: ApprovalRequest) {
  if (!targetUser) return undefined;
  const { userId, userName, displayName: name } = targetUser;
  if (action === 'Users.Erase') return requested.erase({ userId, userName, name });
  if (action === 'Mfa.RecoveryFor') return recoveryCodeRequested({ userId, userName, name, unasked: true });
  if (action !== 'Users.Impersonate') return undefined;
  const home = (isAdmin({ roles: before.roles ?? [] }) ? paths.usersList : paths.securityDetails).to();
  return impersonateRequested({ userName, name, home, reason, access: detail.access === 'read' ? 'read' : 'act' });
}
