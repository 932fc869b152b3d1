/** The keys with which the directory proves whose it is: at most two, so that one can be replaced without a pause. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchProvisioningKeysQuery } from '@api/client/directories.api.ts';
import { reveal, type Sealed } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import type { ProvisioningKey } from '@api/contract/directories.ts';
import { endsSoon } from '@api/contract/ends.ts';
import { revocationRequested } from '@store/directories/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { KeyItem } from '@src/secrets/KeyItem.tsx';
import { SecretText } from '@src/secrets/SecretText.tsx';
import { ShownOnce } from '@src/secrets/ShownOnce.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';

const MAX_KEYS = 2;
const MINUTE_MS = 60_000;

interface Props {
  readonly organisationPublicId: string;
}

export function KeysSection({ organisationPublicId }: Props) {
  const query = useFetchProvisioningKeysQuery({ organisationPublicId }, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(keys) => <Keys organisationPublicId={organisationPublicId} keys={keys} />}</Loaded>;
}

function Keys({ organisationPublicId, keys }: Props & { readonly keys: readonly ProvisioningKey[] }) {
  const { t } = useTranslation('provisioning');
  const now = useNow(MINUTE_MS);
  const [isCreating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<Sealed<ReplyOf<'Provisioning.NewKey'>>>();
  const valid = keys.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return (
    <>
      {keys.length === 0 && <p>{t('keys.none')}</p>}
      {keys.length > 0 && (
        <ul className="stack-tight">
          {keys.map((key) => (
            <KeyRow key={key.keyId} organisationPublicId={organisationPublicId} apiKey={key} now={now} />
          ))}
        </ul>
      )}
      {valid.length >= MAX_KEYS ? (
        <p className="muted small">{t('keys.full')}</p>
      ) : (
        <div className="button-row">
          <Button
            type={keys.length === 0 ? 'primary' : 'default'}
            onClick={() => {
              setCreating(true);
            }}
          >
            {t('keys.create')}
          </Button>
        </div>
      )}
      {isCreating && (
        <NewKeyDialog
          organisationPublicId={organisationPublicId}
          onMade={(made) => {
            setCreating(false);
            setFresh(made);
          }}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {fresh && (
        <ShownOnce
          title={t('keys.made')}
          closeLabel={t('keys.saved')}
          onClose={() => {
            setFresh(undefined);
          }}
        >
          <Alert severity="warning">{t('keys.once')}</Alert>
          <SecretText label={t('keys.secret')} text={reveal(fresh).key} />
        </ShownOnce>
      )}
    </>
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
