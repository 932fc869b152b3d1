/** The user's passkeys: list, add, rename, delete. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeletePasskeyMutation, useFetchPasskeysQuery } from '@api/client/passkeys.api.ts';
import type { Passkey } from '@api/contract/passkeys.ts';
import { supportsPasskeys } from '@src/browser/passkeySupport.ts';
import { problemText } from '@src/forms/submission.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useCreatePasskey } from '@src/session/useCreatePasskey.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { PasskeyNameDialog } from './PasskeyNameDialog.tsx';

const MINUTE_MS = 60_000;

export function PasskeysSection() {
  const query = useFetchPasskeysQuery(undefined, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(passkeys) => <Passkeys passkeys={passkeys} />}</Loaded>;
}

function Passkeys({ passkeys }: { readonly passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('security');
  return (
    <>
      {passkeys.length === 0 && <p>{t('passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <ul className="stack-tight">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} />
          ))}
        </ul>
      )}
      {supportsPasskeys() && <NewPasskey />}
    </>
  );
}

function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { passkeyId, name, device, createdAt, lastUsedAt, synced } = passkey;
  const { t } = useTranslation('security');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const [remove, { isLoading }] = useDeletePasskeyMutation();
  const [dialog, setDialog] = useState<'rename' | 'delete'>();
  const notify = useNotify();
  const close = () => {
    setDialog(undefined);
  };
  const deleteIt = async () => {
    const { error } = await remove({ passkeyId });
    if (!error) notify('security:passkeys.deleted', { name });
  };
  const relative = (time: string) => formats.relative(Math.min(Date.parse(time), now), now);
  const facts = [
    t('passkeys.created', { date: formats.date(createdAt) }),
    lastUsedAt === null ? t('passkeys.unused') : t('passkeys.used', { when: relative(lastUsedAt) }),
  ];
  return (
    <li className="list-row row spread">
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        <p className="muted small">
          {[device || t('passkeys.unknownDevice'), t(synced ? 'passkeys.synced' : 'passkeys.notSynced')].join(' · ')}
        </p>
        <p className="muted small">{facts.join(' · ')}</p>
      </div>
      <div className="row row-tight small-buttons">
        <Button
          onClick={() => {
            setDialog('rename');
          }}
        >
          {t('passkeys.rename')}
          <VisuallyHidden> ({name})</VisuallyHidden>
        </Button>
        <BusyButton
          danger
          busy={isLoading}
          onClick={() => {
            setDialog('delete');
          }}
        >
          {t('passkeys.delete')}
          <VisuallyHidden> ({name})</VisuallyHidden>
        </BusyButton>
      </div>
      {dialog === 'rename' && <PasskeyNameDialog title={t('passkeys.renameTitle', { name })} passkey={passkey} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('passkeys.deleteTitle', { name })}
          text={t('passkeys.deleteText')}
          confirmLabel={t('passkeys.delete')}
          onConfirm={() => void deleteIt()}
          onClose={close}
        />
      )}
    </li>
  );
}

/** Adds a passkey: first the browser's own dialog, then a name for what is there. */
function NewPasskey() {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation('common');
  const create = useCreatePasskey();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [added, setAdded] = useState<Passkey>();

  const add = async () => {
    setBusy(true);
    setFailure(undefined);
    const created = await create(t('passkeys.defaultName'));
    setBusy(false);
    if (created.kind === 'kept') setAdded(created.reply);
    else setFailure(created.kind === 'failed' ? problemText(created.problem, common) : t(`passkeys.${created.kind}`));
  };

  return (
    <>
      {failure !== undefined && <Alert severity="error">{failure}</Alert>}
      <div className="button-row">
        <BusyButton busy={isBusy} onClick={() => void add()}>
          {t('passkeys.add')}
        </BusyButton>
      </div>
      {added && (
        <PasskeyNameDialog
          title={t('passkeys.nameTitle')}
          hint={t('passkeys.nameHint')}
          passkey={added}
          onClose={(name) => {
            setAdded(undefined);
            notify('security:passkeys.added', { name });
          }}
        />
      )}
    </>
  );
}
