/** What a request would change: each detail as it is before and after, and what follows where there is no value to compare. */
import { useTranslation } from 'react-i18next';
import { isolatedList } from '@api/contract/isolated.ts';
import type { ApprovalDetail, ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { useSettingValues } from '@src/i18n/useSettingValues.ts';
import { Change } from '@src/ui/Change.tsx';
import { Facts } from '@src/ui/Facts.tsx';

/** Details in the order shown: an approver reads everything that was asked for. */
const shownDetails = [
  'type',
  'access',
  'userName',
  'email',
  'firstName',
  'lastName',
  'title',
  'roles',
  'roleName',
  'organisation',
  'owner',
  'required',
  'organisationName',
  'mfaRequired',
  'approved',
  'fourEyes',
  'userNames',
  'claims',
  'keyName',
  'group',
  'knownBy',
  'connection',
  'vendor',
  'issuer',
  'clientId',
  'metadataUrl',
  'ssoUrl',
  'certificates',
  'mfaTrust',
  'mfaValues',
  'administratorMfa',
  'createsUsers',
  'matchesDirectory',
  'groupsClaim',
  'kept',
  'expiresAt',
  'sourceAddresses',
] as const;
type ShownDetail = (typeof shownDetails)[number];

/** Details whose values are codes. */
const coded: ReadonlySet<string> = new Set(['type', 'access', 'vendor', 'mfaTrust']);
const roleDetails: ReadonlySet<string> = new Set(['roles', 'roleName']);

export function RequestDetails({ request }: { readonly request: ApprovalRequest }) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const { t: settings } = useTranslation('systemSettings');
  const settingText = useSettingValues();
  const valueOf = useDetailText();
  const follows = useWhatFollows(request);
  const { before } = request;
  const detail = afterOf(request);
  const words = { before: t('before'), after: t('after') };
  const { setting, from = null, to = null } = detail;
  const facts = shownDetails.flatMap((key) => {
    const after = valueOf(key, detail[key]);
    if (after === undefined) return [];
    const former = valueOf(key, before[key]);
    // What stays as it is tells the approver what it is about: the group, the identity provider.
    const value = former === after || former === undefined ? after : <Change from={former} to={after} words={words} />;
    return [{ label: t(`detail.${key}`), children: value }];
  });
  if (setting !== undefined)
    facts.push({
      label: settings(`name.${setting}`),
      children: <Change from={settingText(setting, from)} to={settingText(setting, to)} words={words} />,
    });
  return (
    <>
      {facts.length > 0 && <Facts items={facts} />}
      {follows !== undefined && <p>{follows}</p>}
    </>
  );
}

/** The new owner is the one who asks. What a title says already is left out. */
function afterOf({ action, detail: { required, ...detail }, requestedBy }: ApprovalRequest): ApprovalDetail {
  if (action === 'Users.TakeOwnership') return { ...detail, owner: requestedBy.displayName };
  return action === 'Connections.SetRequired' || required === undefined ? detail : { ...detail, required };
}

/** A detail as text; undefined if it is not part of the request. */
function useDetailText() {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const { of: nameOf } = useRoleNames();
  return (key: ShownDetail, value: ApprovalDetail[ShownDetail]): string | undefined => {
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return t(value ? 'value.true' : 'value.false');
    if (coded.has(key)) return t(`value.${value as 'Mfa'}`);
    if (key === 'expiresAt') return formats.dateTime(value as string);
    const texts = typeof value === 'string' ? [value] : value;
    return isolatedList(roleDetails.has(key) ? texts.map(nameOf) : texts) || t('value.none');
  };
}

/** What an act does that changes no value. */
function useWhatFollows({ action, detail, people, target, targetUser, requestedBy }: ApprovalRequest): string | undefined {
  const { t } = useTranslation(['session', 'actions']);
  const user = targetUser?.displayName ?? target;
  const values = { name: requestedBy.displayName, target: user };
  if (people) return detail.kind && t(`actions:${detail.kind}.many.body`, { count: people.count });
  if (action === 'Users.Enable') return t(`actions:${detail.enabled ? 'enable' : 'disable'}.many.body`, { count: 1 });
  if (action === 'Users.Impersonate') return t(`session:approvals.follows.${detail.access === 'read' ? 'read' : 'act'}`, values);
  if (action === 'Users.Erase') return t('session:approvals.follows.Erase');
  if (action === 'Mfa.RecoveryFor') return t('session:approvals.follows.RecoveryFor', values);
  if (action === 'Users.ResetAuthentication' && detail.type !== 'All')
    return t(`actions:reset${(detail.type ?? 'Mfa') as 'Mfa' | 'Password' | 'Passkeys'}.body`, { userName: user });
  return undefined;
}
