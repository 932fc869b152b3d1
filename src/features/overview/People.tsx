/** Numbers of users who wait for something; each is the number of a filter of the users list. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { DORMANT_DAYS, INVITE_EXPIRING_HOURS } from '@api/contract/users.page.ts';
import { Group } from './Group.tsx';
import { usersWith } from './addresses.ts';
import { Tile } from './Tile.tsx';

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
