/** A domain: whether it is proven, the record that proves it, and what the last check has found at which name. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useVerifyDomainMutation } from '@api/client/domains.api.ts';
import type { Domain, DomainFound } from '@api/contract/domains.ts';
import { domainDeletionRequested } from '@store/connections/provider.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Folded } from '@src/ui/Folded.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

const MINUTE_MS = 60_000;
const severities = { unproven: 'info', waiting: 'info', verified: 'success', contested: 'warning', frozen: 'error' } as const;

interface Props {
  readonly organisationPublicId: string;
  readonly domain: Domain;
}

export function DomainItem({
  organisationPublicId,
  domain: { domainId, domain, state, since, until, record, checkedAt, found },
}: Props) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const dispatch = useDispatch();
  const [verify, { isLoading }] = useVerifyDomainMutation();
  // Who has set the record needs it only to look it up.
  const isSet = state === 'waiting' || state === 'contested' || (state === 'verified' && until === null);
  const day = (time: string | null) => (time === null ? '' : formats.date(time, 'long'));
  return (
    <li className="box stack-tight">
      <h3 id={domainId} tabIndex={-1}>
        {domain}
      </h3>
      <Alert severity={severities[state]}>{t(`domains.state.${state}`, { since: day(since), until: day(until) })}</Alert>
      {state === 'verified' && until !== null && <Alert severity="warning">{t('domains.freezes', { until: day(until) })}</Alert>}
      {isSet ? (
        <Folded label={t('domains.recordOf')} isOpenAtFirst={false}>
          <Record name={domain} record={record} />
        </Folded>
      ) : (
        <>
          <p className="small">{t('domains.record')}</p>
          <Record name={domain} record={record} />
        </>
      )}
      <p className="muted small">
        {checkedAt === null
          ? t('domains.unchecked')
          : t('domains.checked', { when: formats.relative(Math.min(Date.parse(checkedAt), now), now) })}
      </p>
      {found && <Found found={found} />}
      <div className="button-row">
        <Button danger onClick={() => dispatch(domainDeletionRequested({ organisationPublicId, domainId, domain }))}>
          {t('domains.delete')}
          <VisuallyHidden> ({domain})</VisuallyHidden>
        </Button>
        <BusyButton busy={isLoading} onClick={() => void verify({ organisationPublicId, domainId })}>
          {t('domains.check')}
          <VisuallyHidden> ({domain})</VisuallyHidden>
        </BusyButton>
      </div>
    </li>
  );
}

function Record({ name, record }: { readonly name: string; readonly record: Domain['record'] }) {
  const { t } = useTranslation('federation');
  return (
    <Facts
      items={(['recordName', 'recordValue'] as const).map((part) => ({
        label: t(`domains.${part}`),
        children: (
          <CopyableText text={part === 'recordName' ? record.name : record.value} of={`${t(`domains.${part}`)} (${name})`} />
        ),
      }))}
    />
  );
}

function Found({ found: { result, looked } }: { readonly found: DomainFound }) {
  const { t } = useTranslation('federation');
  return (
    <div className="stack-tight" role="status">
      <p>{t(`domains.found.${result}`)}</p>
      {result !== 'found' && (
        <ul className="stack-tight small" aria-label={t('domains.looked')}>
          {looked.map(({ name, values, error }) => (
            <li key={name}>
              <code className="mono">{name}</code>: {values.length > 0 && <code className="mono">{values.join(' · ')}</code>}
              {values.length === 0 && (error === null ? t('domains.noRecord') : t('domains.dnsError', { error }))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
