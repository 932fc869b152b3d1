/**
 * Link of the bar to the requests that wait for this administrator, to decide or to do, with their number. The account menu has the link
 * wherever two administrators may be needed.
 */
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { useIsIdle } from '@src/browser/useIsIdle.ts';
import { paths } from '@src/paths.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { CountBadge } from './lazyParts.ts';

const REFRESH_INTERVAL_MS = 60_000;

export function ApprovalsLink() {
  const { t } = useTranslation('common', { keyPrefix: 'bar' });
  const { data } = useFetchApprovalCountQuery(undefined, {
    skip: !useIsIdle(),
    pollingInterval: REFRESH_INTERVAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  useReadyNotice(data?.ready);
  if (!data) return null;
  const { open, ready } = data;
  const count = open + ready;
  if (count === 0) return null;
  const label = t('approvalsOpen', { count });
  return (
    <LinkButton type="text" icon={<CountedIcon count={count} />} to={paths.approvals.to()} aria-label={label} title={label} />
  );
}

/** Says that another administrator has approved what this one asked for, while the page is open. */
function useReadyNotice(ready: number | undefined) {
  const dispatch = useDispatch();
  const before = useRef(ready);
  useEffect(() => {
    if (ready !== undefined && before.current !== undefined && ready > before.current)
      dispatch(
        noticeRaised({
          message: { phrase: 'common:bar.approvalReady' },
          timeout: false,
          action: { label: { phrase: 'common:bar.approvals' }, to: paths.approvals.to() },
        }),
      );
    before.current = ready;
  }, [dispatch, ready]);
}

const icon = <AuditOutlined aria-hidden />;

/** The badge is loaded once there is something to count, and takes no room of its own. */
const CountedIcon = ({ count }: { readonly count: number }) => (
  <PartErrorBoundary fallback={icon}>
    <Suspense fallback={icon}>
      <CountBadge count={count} icon={icon} />
    </Suspense>
  </PartErrorBoundary>
);
