/** An application that the user may enter. */
import { useTranslation } from 'react-i18next';
import type { OwnApplication } from '@api/contract/applications.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Icon } from '@src/ui/Icon.tsx';
import { useNow } from '@src/ui/useNow.ts';
import '@src/ui/styles/tile.css';

const MINUTE_MS = 60_000;

interface Props {
  readonly application: OwnApplication;
}

export function ApplicationTile({ application: { applicationId, displayName, url, lastUsedAt } }: Props) {
  const { t } = useTranslation('applications');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  // The last use of applications from the configuration is not known.
  const used =
    lastUsedAt === null
      ? applicationId !== null && t('mine.unused')
      : t('mine.used', { when: formats.relative(Math.min(Date.parse(lastUsedAt), now), now) });
  return (
    <a className="tile" href={url}>
      <span className="tile-name">{displayName}</span>
      {used && <span className="tile-line muted small">{used}</span>}
      <Icon name="next" />
    </a>
  );
}
