/** One request: what, on whom, why, who asked, how long it is open, and what the reader can do. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isolatedList } from '@api/contract/isolated.ts';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import { decisionRequested, type Decision } from '@store/approvals/approvals.module.ts';
import { paths } from '@src/paths.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useSettingValues } from '@src/i18n/useSettingValues.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { RequestPeople } from './RequestPeople.tsx';

/** Calls on one account that exists: what the approver looks at first, and where the requester repeats what was approved. */
const accountActions = new Set<ApprovalRequest['action']>([
  'Users.Enable',
  'Users.ResetAuthentication',
  'Users.TakeOwnership',
  'Users.Impersonate',
  'Users.Erase',
  'Users.Patch',
  'Mfa.Require',
  'Mfa.RecoveryFor',
  'Roles.SetUser',
  'Connections.SetBreakGlass',
]);

export function RequestCard({ request }: { readonly request: ApprovalRequest }) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const { action, target, organisationName: organisation, reason, requestedBy, own, state, people } = request;
  const what = useRequestTitle(request);
  const when = formats.dateTime(request.requestedAt);
  return (
    <>
      <div className="lead">
        <h3>{what}</h3>
        {people && <RequestPeople request={request} people={people} />}
        <Details {...request} />
        <SettingChange {...request.detail} />
        {accountActions.has(action) && (state === 'open' || state === 'approved') && (
          <p>
            <Link to={paths.usersEdit.to({ userName: target })}>
              {t('account')}
              <VisuallyHidden>: {target}</VisuallyHidden>
            </Link>
          </p>
        )}
        {reason !== '' && <p>{t('reason', { reason })}</p>}
        <p className="muted small">
          {own
            ? t('asked', { organisation, when })
            : t('by', { name: requestedBy.displayName, userName: requestedBy.userName, organisation, when })}
        </p>
        <p className="muted small">
          <State {...request} />
        </p>
      </div>
      <div className="row row-tight small-buttons">
        {!own && state === 'open' && (
          <>
            <Decide request={request} what={what} decision="approve" />
            <Decide request={request} what={what} decision="refuse" />
          </>
        )}
        {/* An approved operation on many users is under way: the list of users shows and ends it. */}
        {own && (state === 'open' || (state === 'approved' && !people)) && (
          <Decide request={request} what={what} decision="withdraw" />
        )}
      </div>
    </>
  );
}

/** Each call has a phrase of its own. */
function useRequestTitle({ action, target, people, detail }: ApprovalRequest): string {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const [noun, call] = action.split('.');
  if (people) return t(`bulk.${detail.kind ?? 'disable'}`, { count: people.count, total: formats.number(people.count) });
  if (detail.enabled) return t('what.Users.EnableAgain', { target });
  return t(`what.${noun as 'Users'}.${call as 'Enable'}`, { target });
}

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

/** Details whose values are codes. */
const coded: ReadonlySet<string> = new Set(['type', 'access', 'vendor', 'mfaTrust']);

function Details({ detail }: ApprovalRequest) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const { of: nameOf } = useRoleNames();
  const named = { ...detail, roles: detail.roles?.map(nameOf) };
  const valueOf = (value: string | boolean | readonly string[]): string => {
    if (typeof value === 'boolean') return t(value ? 'value.true' : 'value.false');
    return (typeof value === 'string' ? value : isolatedList(value)) || t('value.none');
  };
  return shownDetails.map((key) => {
    const value = named[key];
    if (value === undefined || value === null) return null;
    const shown = coded.has(key) ? t(`value.${value as 'Mfa'}`) : valueOf(value);
    return <p key={key}>{t(`detail.${key}`, { value: shown })}</p>;
  });
}

/** The setting with its present and its new value. */
function SettingChange({ setting, from = null, to = null }: ApprovalRequest['detail']) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const { t: settings } = useTranslation('systemSettings');
  const textOf = useSettingValues();
  if (setting === undefined) return null;
  return (
    <p>{t('detail.change', { setting: settings(`name.${setting}`), from: textOf(setting, from), to: textOf(setting, to) })}</p>
  );
}

function State({ state, expiresAt, decidedBy, people }: ApprovalRequest) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const when = formats.dateTime(expiresAt);
  const name = decidedBy?.displayName ?? '';
  if (state === 'open') return t('until', { when });
  const words =
    state !== 'approved' ? t(`state.${state}`, { name }) : people ? t('underWay', { name }) : t('useUntil', { name, when });
  if (!people || people.done === 0) return words;
  return `${words} · ${t('doneFor', { done: formats.number(people.done), total: formats.number(people.count) })}`;
}

interface DecideProps {
  readonly request: ApprovalRequest;
  readonly what: string;
  readonly decision: Decision;
}

function Decide({ request: { requestId, requestedBy, people }, what, decision }: DecideProps) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const dispatch = useDispatch();
  return (
    <Button
      type={decision === 'approve' ? 'primary' : 'default'}
      onClick={() => {
        dispatch(decisionRequested({ requestId, decision, requester: requestedBy.displayName, isBulk: people !== null }));
      }}
    >
      {t(decision)}
      <VisuallyHidden>: {what}</VisuallyHidden>
    </Button>
  );
}
