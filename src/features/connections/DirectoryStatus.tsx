/** Whether the directory is connected and sends requests, what was refused, and whom it keeps here. */
import { useTranslation } from 'react-i18next';
import {
  useFetchProvisioningGroupsQuery,
  useFetchProvisioningKeysQuery,
  useFetchProvisioningRequestsQuery,
} from '@api/client/directories.api.ts';
import type { ProvisioningStatus } from '@api/contract/directories.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { polled } from './queryOptions.ts';
import { usePartAddress } from './parts.ts';
import { newestOfEach } from './refusals.ts';
import { useStatusRow } from './StatusRow.tsx';

const MINUTE_MS = 60_000;
const severities = { notConnected: 'info', working: 'success', silent: 'warning', failing: 'error' } as const;

interface Props {
  readonly organisationPublicId: string;
  readonly status: ProvisioningStatus;
}

export function DirectoryStatus({ organisationPublicId, status }: Props) {
  const { t } = useTranslation(['connections', 'provisioning']);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const row = useStatusRow();
  const addressOf = usePartAddress();
  const ids = { organisationPublicId };
  const { currentData: requests = [] } = useFetchProvisioningRequestsQuery(ids, polled);
  const { currentData: known } = useFetchProvisioningGroupsQuery(ids, polled);
  const { currentData: keys = [] } = useFetchProvisioningKeysQuery(ids, polled);
  const { state, lastRequestAt, managed, left, groups, mappedGroups } = status;
  const isConnected = state !== 'notConnected';
  const ago = (at: string) => formats.relative(Math.min(Date.parse(at), now), now);
  const [refused] = newestOfEach(requests, 1);
  const counted = known?.groups.length ?? groups;
  return (
    <>
      <Health status={status} />
      <Facts
        items={[
          isConnected &&
            row(
              t('directory.last'),
              lastRequestAt === null ? t('provisioning:connection.never') : ago(lastRequestAt),
              'requests',
              t('directory.allRequests'),
            ),
          refused !== undefined && {
            label: t('directory.refused'),
            children: (
              <>
                <strong>{t(`provisioning:problem.${refused.problem}.what`)}</strong>
                <br />
                <span className="small">{t(`provisioning:problem.${refused.problem}.fix`)}</span>{' '}
                <span className="muted small">
                  ({formats.number(refused.count)}×, {ago(refused.at)})
                </span>
              </>
            ),
          },
          row(
            t('directory.people'),
            t('provisioning:connection.people', { count: managed, total: formats.number(managed), left: formats.number(left) }),
            'people',
            t('directory.handOver'),
          ),
          (isConnected || counted > 0) &&
            row(
              t('directory.groups'),
              t('provisioning:connection.mapped', {
                count: groups,
                total: formats.number(groups),
                mapped: formats.number(mappedGroups),
              }),
              'groups',
            ),
          isConnected &&
            row(
              t('directory.key'),
              keys.map(({ keyId, name, expiresAt }) => (
                <p key={keyId}>
                  {name}{' '}
                  <span className="muted small">
                    {t(Date.parse(expiresAt) <= now ? 'provisioning:keys.expired' : 'provisioning:keys.expires', {
                      date: formats.date(expiresAt, 'long'),
                    })}
                  </span>
                </p>
              )),
              'directory',
            ),
        ]}
      />
      {!isConnected && (
        <div className="button-row">
          <LinkButton to={addressOf('directory')}>{t(keys.length > 0 ? 'directory.goOn' : 'directory.connect')}</LinkButton>
        </div>
      )}
    </>
  );
}

/** Requests that were refused lately keep a directory that works from being green. */
function Health({ status: { state, since, keys, refusedRequests: count } }: Pick<Props, 'status'>) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  if (state === 'working' && count > 0)
    return <Alert severity="warning">{t('state.refusing', { count, total: formats.number(count) })}</Alert>;
  const phrase = state === 'notConnected' && keys > 0 ? 'keyUnused' : state;
  return (
    <Alert severity={severities[state]}>{t(`state.${phrase}`, { since: since === null ? '' : formats.dateTime(since) })}</Alert>
  );
}
