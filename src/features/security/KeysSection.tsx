/** The user's API keys: list, create, delete. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteApiKeyMutation, useFetchApiKeyAccessQuery, useFetchApiKeysQuery } from '@api/client/security.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { KeyItem } from '@src/secrets/KeyItem.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useClaimPhrase } from './claims.ts';
import { NewApiKey } from './NewApiKey.tsx';
import { NewKeyDialog, type MadeKey } from './NewKeyDialog.tsx';
import { useNotify } from '@src/shell/useNotify.ts';

type Access = ReplyOf<'ApiKey.OpenAccess'>;
type Key = ReplyOf<'ApiKey.GetExisting'>[number];

const MINUTE_MS = 60_000;

/** Longer lists are collapsed. */
const MAX_UNFOLDED_CLAIMS = 3;

export function KeysSection() {
  const access = useFetchApiKeyAccessQuery();
  const keys = useFetchApiKeysQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Loaded query={access}>
      {(allowed) => <Loaded query={keys}>{(existing) => <Keys access={allowed} keys={existing} />}</Loaded>}
    </Loaded>
  );
}

function Keys({ access, keys }: { readonly access: Access; readonly keys: readonly Key[] }) {
  const { t } = useTranslation('security');
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const isFull = keys.length >= access.maxKeys;
  return (
    <>
      {keys.length === 0 && <p>{t(access.allowed ? 'keys.none' : 'keys.notAllowed')}</p>}
      {keys.length > 0 && (
        <ul className="stack-tight">
          {keys.map((key) => (
            <KeyRow key={key.name} apiKey={key} />
          ))}
        </ul>
      )}
      {access.allowed && isFull && <p className="muted small">{t('keys.full', { count: access.maxKeys })}</p>}
      {access.allowed && !isFull && (
        <div className="button-row">
          <Button
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
          claims={access.grantableClaims}
          longestDays={access.longestDays}
          onMade={(key) => {
            setCreating(false);
            setMade(key);
          }}
          onClose={() => {
            setCreating(false);
          }}
        />
      )}
      {made && (
        <NewApiKey
          made={made}
          onClose={() => {
            setMade(undefined);
          }}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey: { name, prefix, claims, lastUsedAt, expiresAt, sourceAddresses } }: { readonly apiKey: Key }) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const [remove, { isLoading }] = useDeleteApiKeyMutation();
  const [isConfirming, setConfirming] = useState(false);
  const notify = useNotify();
  const phraseOf = useClaimPhrase();
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= now;
  const deleteIt = async () => {
    const { error } = await remove({ name });
    if (!error) notify('security:keys.deleted', { name });
  };
  const facts = [
    lastUsedAt === null
      ? t('keys.unused')
      : t('keys.used', { when: formats.relative(Math.min(Date.parse(lastUsedAt), now), now) }),
    expiresAt === null ? t('keys.endless') : t(isExpired ? 'keys.expired' : 'keys.expires', { date: formats.date(expiresAt) }),
    ...(sourceAddresses.length > 0 ? [t('keys.onlyFrom', { addresses: sourceAddresses.join(', ') })] : []),
  ];
  return (
    <KeyItem
      name={name}
      prefix={prefix}
      facts={facts}
      className="list-row"
      end={
        <BusyButton
          danger
          busy={isLoading}
          onClick={() => {
            setConfirming(true);
          }}
        >
          {t('keys.delete')}
          <VisuallyHidden> ({name})</VisuallyHidden>
        </BusyButton>
      }
    >
      <Rights phrases={claims.map(({ value }) => phraseOf(value))} />
      {isConfirming && (
        <ConfirmDialog
          title={t('keys.deleteTitle', { name })}
          text={t('keys.deleteText')}
          confirmLabel={t('keys.delete')}
          onConfirm={() => void deleteIt()}
          onClose={() => {
            setConfirming(false);
          }}
        />
      )}
    </KeyItem>
  );
}

function Rights({ phrases }: { readonly phrases: readonly string[] }) {
  const { t } = useTranslation('security');
  if (phrases.length === 0) return <p className="small">{t('keys.noRights')}</p>;
  if (phrases.length <= MAX_UNFOLDED_CLAIMS) return <p className="small">{phrases.join(' · ')}</p>;
  return (
    <details className="small">
      <summary className="link">{t('keys.rights', { count: phrases.length })}</summary>
      <ul>
        {phrases.map((phrase) => (
          <li key={phrase}>{phrase}</li>
        ))}
      </ul>
    </details>
  );
}
