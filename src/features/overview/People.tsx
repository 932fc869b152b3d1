/** Numbers of users who wait for something; each is the number of a filter of the users list. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { DORMANT_DAYS, INVITE_EXPIRING_HOURS } from '@api/contract/users.page.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Link } from '@src/ui/Link.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Group } from './Group.tsx';
import { usersWith } from './addresses.ts';

export function People({ people, inviteExpiring }: Pick<Overview, 'people' | 'inviteExpiring'>) {
  const { t } = useTranslation('overview');
  return (
    <Group heading={t('people.heading')}>
      <ul className="tiles">
        <Tile label={t('people.locked')} count={people.locked} to={usersWith({ filter: 'locked' })} />
        <Tile label={t('people.mfaMissing')} count={people.mfaMissing} to={usersWith({ filter: 'mfaMissing' })} />
        <Tile
          label={t('people.inviteExpiring', { hours: INVITE_EXPIRING_HOURS })}
          count={inviteExpiring}
          to={usersWith({ status: 'inviteExpiring' })}
        />
        <Tile label={t('people.dormant', { days: DORMANT_DAYS })} count={people.dormant} to={usersWith({ filter: 'dormant' })} />
      </ul>
    </Group>
  );
}

interface TileProps {
  readonly label: string;
  readonly count: number;
  readonly to: string;
}

/** A number with its label; a link to the list that shows what it counts. */
function Tile({ label, count, to }: TileProps) {
  const { t } = useTranslation('overview');
  return (
    <li>
      <Link className="overview-figure" to={to}>
        <span className="muted small">
          {label}
          <VisuallyHidden>: </VisuallyHidden>
        </span>
        <strong>{useFormats().number(count)}</strong>
        <VisuallyHidden>, {t('show')}</VisuallyHidden>
      </Link>
    </li>
  );
}
