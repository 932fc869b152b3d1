/** Link of the bar to the requests that wait for this administrator, with their number; loaded after the page. */
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { useTranslation } from 'react-i18next';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import { paths } from '@src/paths.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { CountBadge } from './CountBadge.tsx';

const REFRESH_INTERVAL_MS = 60_000;

export default function ApprovalsLink() {
  const { t } = useTranslation('session', { keyPrefix: 'approvals' });
  const { data } = useFetchApprovalCountQuery(undefined, {
    pollingInterval: REFRESH_INTERVAL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const open = data?.open ?? 0;
  const label = open > 0 ? t('link', { count: open }) : t('title');
  return (
    <LinkButton
      type="text"
      icon={<CountBadge count={open} icon={<AuditOutlined />} />}
      to={paths.approvals.to()}
      aria-label={label}
      title={label}
    />
  );
}
