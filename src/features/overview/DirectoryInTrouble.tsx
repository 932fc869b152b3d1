/**
 * A directory that has gone silent, or whose requests are all refused: users who leave the organisation keep their accounts until
 * it works again.
 */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { SinceText, Warning } from './Warning.tsx';

export function DirectoryInTrouble({ publicId, organisationName, state, since }: Overview['directories'][number]) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Warning>
      <Link to={paths.connections.to({ organisationPublicId: publicId })} otherwise="text">
        {t(`worth.directory.${state}`, { organisation: organisationName })}
      </Link>{' '}
      <SinceText time={formats.dateTime(since, 'short')} />
    </Warning>
  );
}
