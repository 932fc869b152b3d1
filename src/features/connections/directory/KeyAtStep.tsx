/** Makes a key at the step that takes it, and shows it there once, to copy. */
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reveal, type Sealed } from '@api/client/secrets.ts';
import type { ProvisioningKey } from '@api/contract/directories.shapes.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { SecretText } from '@src/secrets/SecretText.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { NewKeyDialog } from './NewKeyDialog.tsx';

const MAX_KEYS = 2;
const MINUTE_MS = 60_000;

type Made = Sealed<ReplyOf<'Provisioning.NewKey'>>;

interface Props {
  readonly organisationPublicId: string;
  readonly keys: readonly ProvisioningKey[];
  /** The new key, until the user has saved it. */
  readonly made: Made | undefined;
  readonly onMade: (made: Made | undefined) => void;
}

export function KeyAtStep({ organisationPublicId, keys, made, onMade }: Props) {
  const { t } = useTranslation('provisioning');
  const now = useNow(MINUTE_MS);
  const [isCreating, setCreating] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setCreating(false);
  };
  const valid = keys.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
  return (
    <div ref={place} tabIndex={-1} className="stack-tight">
      {made && (
        <MadeKey
          made={made}
          onSaved={() => {
            place.current?.focus();
            onMade(undefined);
          }}
        />
      )}
      {!made && valid.length > 0 && <p className="small">{t('keys.before')}</p>}
      {!made && valid.length >= MAX_KEYS && <p className="muted small">{t('keys.full')}</p>}
      {!made && valid.length < MAX_KEYS && (
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
          onMade={(key) => {
            close();
            onMade(key);
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Leaving asks first, as the key is not shown again. */
function MadeKey({ made, onSaved }: { readonly made: Made; readonly onSaved: () => void }) {
  const { t } = useTranslation('provisioning');
  const release = useUnsavedChanges(true);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="box stack-tight" role="group" aria-label={t('keys.place')}>
      <Alert severity="warning">{t('keys.made')}</Alert>
      <SecretText label={t('keys.secret')} text={reveal(made).key} />
      <div className="button-row">
        <Button
          onClick={() => {
            release();
            onSaved();
          }}
        >
          {t('keys.saved')}
        </Button>
      </div>
    </div>
  );
}
