/** Shows whether the directory is connected and sends requests, and how many users it manages. */
import { useTranslation } from 'react-i18next';
import type { ProvisioningStatus } from '@api/contract/directories.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';

const severities = { notConnected: 'info', working: 'success', silent: 'warning', failing: 'error' } as const;

export function StatusFacts({ status }: { readonly status: ProvisioningStatus }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const { address, state, since, keys, lastRequestAt, managed, left, groups, mappedGroups } = status;
  const phrase = state === 'notConnected' && keys > 0 ? 'keyUnused' : state;
  return (
    <>
      <Alert severity={severities[state]}>{t(`state.${phrase}`, { since: since === null ? '' : formats.dateTime(since) })}</Alert>
      <Facts
        items={[
          { label: t('connection.address'), children: <CopyableText text={address} of={t('connection.address')} /> },
          {
            label: t('connection.last'),
            children: lastRequestAt === null ? t('connection.never') : formats.dateTime(lastRequestAt),
          },
          {
            label: t('connection.managed'),
            children: t('connection.people', { count: managed, total: formats.number(managed), left: formats.number(left) }),
          },
          {
            label: t('connection.groups'),
            children: t('connection.mapped', {
              count: groups,
              total: formats.number(groups),
              mapped: formats.number(mappedGroups),
            }),
          },
        ]}
      />
    </>
  );
}
