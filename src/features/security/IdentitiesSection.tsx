/** The accounts at identity providers with which the user logs in: link, unlink. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useFetchIdentitiesQuery,
  useLinkIdentityMutation,
  useUnlinkIdentityMutation,
} from '@api/client/identityProviders.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRedirect } from '@src/navigation/useRedirect.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

const MINUTE_MS = 60_000;

type Linked = ReplyOf<'Security.Identities'>;

export function IdentitiesSection() {
  const query = useFetchIdentitiesQuery(undefined, { refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(linked) => <Identities linked={linked} />}</Loaded>;
}

function Identities({ linked: { identities, connections } }: { readonly linked: Linked }) {
  const { t } = useTranslation('security');
  const redirect = useRedirect();
  const [link, { isLoading }] = useLinkIdentityMutation();
  const begin = async (connectionId: string) => {
    const { data } = await link({ connectionId });
    if (data) await redirect(data.address);
  };
  if (identities.length === 0 && connections.length === 0) return <p>{t('identities.noProvider')}</p>;
  return (
    <>
      {identities.length === 0 && <p>{t('identities.none')}</p>}
      {identities.length > 0 && (
        <ul className="stack-tight">
          {identities.map((identity) => (
            <IdentityRow key={identity.identityId} identity={identity} />
          ))}
        </ul>
      )}
      {connections.length > 0 && (
        <div className="row">
          {connections.map(({ connectionId, name }) => (
            <BusyButton key={connectionId} busy={isLoading} onClick={() => void begin(connectionId)}>
              {t('identities.link', { name })}
            </BusyButton>
          ))}
        </div>
      )}
    </>
  );
}

function IdentityRow({
  identity: { identityId, connectionName: name, account, linkedAt, lastLoginAt },
}: {
  readonly identity: Linked['identities'][number];
}) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const notify = useNotify();
  const [unlink, { isLoading }] = useUnlinkIdentityMutation();
  const [isAsking, setAsking] = useState(false);
  const unlinkIt = async () => {
    const { error } = await unlink({ identityId });
    if (!error) notify('security:identities.unlinked', { name });
  };
  const facts = [
    t('identities.linkedAt', { date: formats.date(linkedAt) }),
    lastLoginAt === null
      ? t('identities.unused')
      : t('identities.used', { when: formats.relative(Math.min(Date.parse(lastLoginAt), now), now) }),
  ];
  return (
    <li className="list-row row spread small-buttons">
      <div>
        <p>
          <strong>{name}</strong>
        </p>
        {account !== null && <p className="muted small">{account}</p>}
        <p className="muted small">{facts.join(' · ')}</p>
      </div>
      <BusyButton
        busy={isLoading}
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('identities.unlink')}
        <VisuallyHidden> ({name})</VisuallyHidden>
      </BusyButton>
      {isAsking && (
        <ConfirmDialog
          title={t('identities.unlinkTitle', { name })}
          text={t('identities.unlinkText')}
          confirmLabel={t('identities.unlink')}
          onConfirm={() => void unlinkIt()}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </li>
  );
}
