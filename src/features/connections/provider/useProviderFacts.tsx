/** The settings entered for an identity provider, by its protocol, and what it is trusted with. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { Fact } from '@src/ui/Facts.tsx';
import { Certificates } from './Certificates.tsx';

export function useProviderFacts(connection: Connection): readonly Fact[] {
  const { saml, issuer, clientId, hasSecret, mfaTrust, mfaValues, groupsClaim } = connection;
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const trust = t(`connections.mfaTrusts.${mfaTrust}`);
  const trusts: readonly Fact[] = [
    {
      label: t('connections.mfaTrust'),
      children: mfaTrust === 'asserted' ? `${trust} (${mfaValues.join(', ')})` : trust,
    },
    ...(['administratorMfa', 'createsUsers', 'matchesDirectory'] as const).map((setting) => ({
      label: t(`connections.${setting}`),
      children: t(connection[setting] ? 'connections.yes' : 'connections.no'),
    })),
    {
      label: t('connections.groupsClaim'),
      children: groupsClaim === null ? t('connections.noGroups') : <code className="mono">{groupsClaim}</code>,
    },
  ];
  const missing = <span className="muted">{t('connections.missing')}</span>;
  if (!saml)
    return [
      { label: t('connections.issuer'), children: issuer ?? missing },
      { label: t('connections.clientId'), children: clientId ?? missing },
      { label: t('connections.secret'), children: hasSecret ? t('connections.secretStored') : missing },
      ...trusts,
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
    ...trusts,
  ];
}
