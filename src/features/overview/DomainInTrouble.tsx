/** A domain whose proof is gone, or that another organisation has proven too: no account is linked or added by its addresses. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { SinceText, Warning } from './Warning.tsx';

export function DomainInTrouble({ publicId, organisationName, domain, state, since }: Overview['domains'][number]) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Warning>
      <Link to={paths.connections.to({ organisationPublicId: publicId }, { part: 'domain' })} otherwise="text">
        {t(`worth.domain.${state}`, { organisation: organisationName, domain })}
      </Link>{' '}
      <SinceText time={formats.dateTime(since, 'short')} />
    </Warning>
  );
}
