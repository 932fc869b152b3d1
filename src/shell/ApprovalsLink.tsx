/** Link of the bar to the requests that wait for this administrator, with their number. */
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import { useTranslation } from 'react-i18next';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import { useIsIdle } from '@src/browser/useIsIdle.ts';
import { paths } from '@src/paths.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { CountedIcon } from './CountedIcon.tsx';

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
  const label = open > 0 ? t('approvalsOpen', { count: open }) : t('approvals');
  return (
    <LinkButton
      type="text"
      icon={<CountedIcon count={open} icon={<AuditOutlined aria-hidden />} />}
      to={paths.approvals.to()}
      aria-label={label}
      title={label}
    />
  );
}
