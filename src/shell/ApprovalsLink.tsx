/**
 * Link of the bar to the requests that wait for this administrator, to decide or to do, with their number. The account menu has the link
 * wherever two administrators may be needed.
 */
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import { useIsIdle } from '@src/browser/useIsIdle.ts';
import { paths } from '@src/paths.ts';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { CountBadge } from './lazyParts.ts';

const REFRESH_INTERVAL_MS = 60_000;

const icon = <AuditOutlined aria-hidden />;

export function ApprovalsLink() {
  const { t } = useTranslation('common', { keyPrefix: 'bar' });
  const { data } = useFetchApprovalCountQuery(undefined, {
    skip: !useIsIdle(),
    pollingInterval: REFRESH_INTERVAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const { open, ready } = data ?? { open: 0, ready: 0 };
  const count = open + ready;
  if (count === 0) return null;
  const label = t('approvalsOpen', { count });
  return (
    <LinkButton
      type="text"
      icon={
        // The badge is loaded once there is something to count, and takes no room of its own.
        <PartErrorBoundary fallback={icon}>
          <Suspense fallback={icon}>
            <CountBadge count={count} icon={icon} ready={ready} />
          </Suspense>
        </PartErrorBoundary>
      }
      to={paths.approvals.to()}
      aria-label={label}
      title={label}
    />
  );
}
