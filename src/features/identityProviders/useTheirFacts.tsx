/** The settings entered for an identity provider, by its protocol. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { Fact } from '@src/ui/Facts.tsx';
import { Certificates } from './Certificates.tsx';

export function useTheirFacts({ saml, issuer, clientId, hasSecret }: Connection): readonly Fact[] {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const missing = <span className="muted">{t('connections.missing')}</span>;
  if (!saml)
    return [
      { label: t('connections.issuer'), children: issuer ?? missing },
      { label: t('connections.clientId'), children: clientId ?? missing },
      { label: t('connections.secret'), children: hasSecret ? t('connections.secretStored') : missing },
    ];
  const { metadataUrl, readAt, ssoUrl, certificates } = saml;
  const source = metadataUrl ?? (readAt === null ? missing : t('connections.metadataPasted'));
  return [
    {
      label: t('connections.metadata'),
      children: (
        <>
          {source}
          {readAt !== null && <p className="muted small">{t('connections.metadataRead', { when: formats.dateTime(readAt) })}</p>}
        </>
      ),
    },
    { label: t('connections.issuer'), children: issuer ?? missing },
    { label: t('connections.ssoUrl'), children: ssoUrl ?? missing },
    {
      label: t('connections.certificates'),
      children: certificates.length === 0 ? missing : <Certificates certificates={certificates} />,
    },
  ];
}
