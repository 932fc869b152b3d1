/** One request: what, on whom, why, who asked, how long it is open, and what the reader can do. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ApprovalRequest } from '@api/contract/approvals.shapes.ts';
import { decisionRequested, type Decision } from '@store/approvals/approvals.module.ts';
import { paths } from '@src/paths.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { DoItNow, type MadeKey } from './DoItNow.tsx';
import { isRepeated, useRequestTitle } from './requestActs.ts';
import { RequestDetails } from './RequestDetails.tsx';
import { RequestPeople } from './RequestPeople.tsx';

interface Props {
  readonly request: ApprovalRequest;
  readonly onKeyMade: (made: MadeKey) => void;
}

export function RequestCard({ request, onKeyMade }: Props) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const { organisationName: organisation, reason, requestedBy, own, state, people } = request;
  const what = useRequestTitle(request);
  const when = formats.dateTime(request.requestedAt);
  return (
    <>
      <div className="lead stack-tight">
        <div>
          <h3>{what}</h3>
          <Account request={request} />
        </div>
        {people && <RequestPeople request={request} people={people} />}
        <RequestDetails request={request} />
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
        {own && state === 'approved' && <DoItNow request={request} what={what} onKeyMade={onKeyMade} />}
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

/** Who it is about, as others may have the same name, with the way to the account. */
function Account({ request: { targetUser, before } }: { readonly request: ApprovalRequest }) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  if (!targetUser) return null;
  const { userName, displayName } = targetUser;
  const who = [userName, before.email, before.organisation].filter((text) => text !== undefined && text !== '').join(' · ');
  return (
    <p className="small">
      <span className="muted">{who}</span>{' '}
      <Link className="link" to={paths.usersEdit.to({ userName })}>
        {t('account')}
        <VisuallyHidden>: {displayName}</VisuallyHidden>
      </Link>
    </p>
  );
}

function State(request: ApprovalRequest) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const formats = useFormats();
  const { state, expiresAt, decidedBy, decidedAt, requestedBy, own, people } = request;
  const until = formats.dateTime(expiresAt);
  const decided = { name: decidedBy?.displayName ?? '', when: decidedAt === null ? '' : formats.dateTime(decidedAt) };
  if (state === 'open') return t('until', { when: until });
  if (state === 'approved' && isRepeated(request))
    return own
      ? t('useUntil', { name: decided.name, when: until })
      : t('usableUntil', { name: requestedBy.displayName, when: until });
  const words = state === 'approved' ? t('underWay', decided) : t(`state.${state}`, decided);
  if (!people || people.done === 0) return words;
  return `${words} · ${t('doneFor', { done: formats.number(people.done), total: formats.number(people.count) })}`;
}

interface DecideProps {
  readonly request: ApprovalRequest;
  readonly what: string;
  readonly decision: Decision;
}

function Decide({ request, what, decision }: DecideProps) {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const dispatch = useDispatch();
  const { requestId, requestedBy, people } = request;
  const carriedOutBy = people ? 'bulk' : isRepeated(request) ? 'repeated' : 'body';
  return (
    <Button
      type={decision === 'approve' ? 'primary' : 'default'}
      onClick={() => {
        dispatch(decisionRequested({ requestId, decision, what, requester: requestedBy.displayName, carriedOutBy }));
      }}
    >
      {t(decision)}
      <VisuallyHidden>: {what}</VisuallyHidden>
    </Button>
  );
}
