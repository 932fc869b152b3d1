/** The certificates of a SAML provider, which its assertions are signed with, and when each ends. */
import { useTranslation } from 'react-i18next';
import type { Connection } from '@api/contract/identityProviders.shapes.ts';
import { endsSoon } from '@api/contract/ends.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

type Certificate = NonNullable<Connection['saml']>['certificates'][number];

export function Certificates({ certificates }: { readonly certificates: readonly Certificate[] }) {
  const { t } = useTranslation('federation');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const latest = certificates
    .map(({ notAfter }) => notAfter)
    .sort()
    .at(-1);
  const validity = ({ notBefore, notAfter }: Certificate) => {
    if (Date.parse(notAfter) < now) return <strong>{t('connections.ended', { date: formats.date(notAfter) })}</strong>;
    if (Date.parse(notBefore) > now)
      return t('connections.from', { date: formats.date(notBefore), until: formats.date(notAfter) });
    // As the mail does: an earlier one has its successor.
    if (notAfter === latest && endsSoon(notAfter, now))
      return <span className="state tone-warning">{t('connections.endsSoon', { date: formats.date(notAfter) })}</span>;
    return t('connections.until', { date: formats.date(notAfter) });
  };
  return (
    <ul className="stack-tight">
      {certificates.map((certificate) => (
        <li key={certificate.fingerprint}>
          {validity(certificate)}
          <p className="mono muted small">{certificate.fingerprint}</p>
        </li>
      ))}
    </ul>
  );
}
