/** How many of the active users have a second factor, and a passkey. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { usersWith } from './addresses.ts';
import { Group } from './Group.tsx';
import { Tile } from './Tile.tsx';

export function Security({ people, mfaOn, withPasskey }: Pick<Overview, 'people' | 'mfaOn' | 'withPasskey'>) {
  const { t } = useTranslation('overview');
  return (
    <Group heading={t('security.heading')}>
      <ul className="tiles">
        <Tile label={t('security.mfaOn')} count={mfaOn} to={usersWith({ filter: 'active', mfa: 'on' })}>
          <Coverage label={t('security.coverage')} part={mfaOn} whole={people.active} />
        </Tile>
        <Tile label={t('security.passkey')} count={withPasskey} to={usersWith({ filter: 'active', mfa: 'passkey' })}>
          <Coverage label={t('security.passkeyCoverage')} part={withPasskey} whole={people.active} />
        </Tile>
      </ul>
    </Group>
  );
}

interface CoverageProps {
  readonly label: string;
  readonly part: number;
  readonly whole: number;
}

/** The percentage is rounded down, so that only all users give 100 %. */
function Coverage({ label, part, whole }: CoverageProps) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  const percent = whole === 0 ? 0 : Math.floor((part / whole) * 100);
  return (
    <div className="overview-coverage muted small">
      {t('security.of', { whole: formats.number(whole), percent })}
      <progress max={100} value={percent} aria-label={label} />
    </div>
  );
}
