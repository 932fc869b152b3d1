/** One request: what, on whom, why, who asked, how long it is open, and what the reader can do. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ApprovalRequest } from '@api/contract/approvals.ts';
import { decisionRequested, type Decision } from '@store/approvals/decision.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

export function RequestCard({ request }: { readonly request: ApprovalRequest }) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const { action, target, organisationName: organisation, reason, requestedBy, own, state } = request;
  // One phrase for each call.
  const [noun, call] = action.split('.');
  const what = t(`what.${noun as 'Users'}.${call as 'Enable'}`, { target });
  const when = formats.dateTime(request.requestedAt);
  return (
    <>
      <div>
        <h3>{what}</h3>
        <Details {...request} />
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
      <div className="button-row">
        {!own && state === 'open' && (
          <>
            <Decide request={request} what={what} decision="approve" />
            <Decide request={request} what={what} decision="refuse" />
          </>
        )}
        {own && (state === 'open' || state === 'approved') && <Decide request={request} what={what} decision="withdraw" />}
      </div>
    </>
  );
}

function Details({ detail }: ApprovalRequest) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const valueOf = (value: string | boolean | readonly string[]): string => {
    if (typeof value === 'boolean') return t(value ? 'value.true' : 'value.false');
    return typeof value === 'string' ? value : value.join(', ') || t('value.none');
  };
  const keys = ['type', 'email', 'roles', 'required', 'organisationName', 'mfaRequired', 'approved', 'fourEyes'] as const;
  return keys.map((key) => {
    const value = detail[key];
    if (value === undefined) return null;
    const shown = key === 'type' ? t(`value.${value as 'Mfa'}`) : valueOf(value);
    return <p key={key}>{t(`detail.${key}`, { value: shown })}</p>;
  });
}

function State({ state, expiresAt, decidedBy }: ApprovalRequest) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const when = formats.dateTime(expiresAt);
  const name = decidedBy?.displayName ?? '';
  if (state === 'open') return t('until', { when });
  return state === 'approved' ? t('useUntil', { name, when }) : t(`state.${state}`, { name });
}

interface DecideProps {
  readonly request: ApprovalRequest;
  readonly what: string;
  readonly decision: Decision;
}

function Decide({ request: { requestId, requestedBy }, what, decision }: DecideProps) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const dispatch = useDispatch();
  return (
    <Button
      type={decision === 'approve' ? 'primary' : 'default'}
      onClick={() => {
        dispatch(decisionRequested({ requestId, decision, requester: requestedBy.displayName }));
      }}
    >
      {t(decision)}
      <VisuallyHidden>: {what}</VisuallyHidden>
    </Button>
  );
}
