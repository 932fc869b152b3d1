/** Link of the bar to the requests that wait for this administrator, with their number; the account menu always has the link. */
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

export function ApprovalsLink() {
  const { t } = useTranslation('common', { keyPrefix: 'bar' });
  const { data } = useFetchApprovalCountQuery(undefined, {
    skip: !useIsIdle(),
    pollingInterval: REFRESH_INTERVAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const open = data?.open ?? 0;
  if (open === 0) return null;
  const label = t('approvalsOpen', { count: open });
  return (
    <LinkButton type="text" icon={<CountedIcon count={open} />} to={paths.approvals.to()} aria-label={label} title={label} />
  );
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
