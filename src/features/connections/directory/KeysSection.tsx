/** The keys with which the directory proves whose it is: at most two, so that one can be replaced without a pause. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ProvisioningKey } from '@api/contract/directories.shapes.ts';
import { endsSoon } from '@api/contract/ends.ts';
import { revocationRequested } from '@store/connections/directory.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { KeyItem } from '@src/secrets/KeyItem.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

const MINUTE_MS = 60_000;

interface Props {
  readonly organisationPublicId: string;
}

export function KeysSection({ organisationPublicId, keys }: Props & { readonly keys: readonly ProvisioningKey[] }) {
  const { t } = useTranslation('provisioning');
  const now = useNow(MINUTE_MS);
  return (
    <section className="stack-tight" aria-labelledby="keys-heading">
      <h3 id="keys-heading">{t('keys.heading')}</h3>
      {keys.length === 0 && <p>{t('keys.none')}</p>}
      {keys.length > 0 && (
        <ul className="stack-tight">
          {keys.map((key) => (
            <KeyRow key={key.keyId} organisationPublicId={organisationPublicId} apiKey={key} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function KeyRow({
  organisationPublicId,
  apiKey: { keyId, name, prefix, createdBy, expiresAt, lastUsedAt },
  now,
}: Props & { readonly apiKey: ProvisioningKey; readonly now: number }) {
  const { t } = useTranslation('provisioning');
  const formats = useFormats();
  const dispatch = useDispatch();
  const isExpired = Date.parse(expiresAt) <= now;
  const isSoon = endsSoon(expiresAt, now);
  const end = { date: formats.date(expiresAt, 'long') };
  const facts = [
    ...(createdBy ? [t('keys.by', { name: createdBy.displayName })] : []),
    lastUsedAt === null
      ? t('keys.unused')
      : t('keys.used', { when: formats.relative(Math.min(Date.parse(lastUsedAt), now), now) }),
  ];
  return (
    <KeyItem
      name={name}
      prefix={prefix}
      facts={facts}
      className="box"
      end={
        <Button danger onClick={() => dispatch(revocationRequested({ organisationPublicId, keyId, name }))}>
          {t('keys.revoke')}
          <VisuallyHidden> ({name})</VisuallyHidden>
        </Button>
      }
    >
      <p className={isSoon ? 'small' : 'muted small'}>
        {isExpired ? <strong>{t('keys.expired', end)}</strong> : t(isSoon ? 'keys.expiresSoon' : 'keys.expires', end)}
      </p>
    </KeyItem>
  );
}
