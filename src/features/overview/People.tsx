/** Numbers of users by state, those that need action first; each is the number of a filter of the users list. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { DORMANT_DAYS, INVITE_EXPIRING_HOURS } from '@api/contract/users.page.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Group } from './Group.tsx';
import { usersWith } from './addresses.ts';
import { Tile } from './Tile.tsx';

const later = ['inviteExpired', 'invited', 'loggedIn', 'active', 'disabled', 'dormant', 'admin', 'all'] as const;

export function People({
  people,
  sessions,
  mfaOn,
  inviteExpiring,
}: Pick<Overview, 'people' | 'sessions' | 'mfaOn' | 'inviteExpiring'>) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Group heading={t('people.heading')}>
      <ul className="tiles">
        <Tile label={t('people.locked')} count={people.locked} to={usersWith({ filter: 'locked' })} />
        <Tile label={t('security.mfaMissing')} count={people.mfaMissing} to={usersWith({ filter: 'mfaMissing' })} />
        <Tile
          label={t('people.inviteExpiring', { hours: INVITE_EXPIRING_HOURS })}
          count={inviteExpiring}
          to={usersWith({ status: 'inviteExpiring' })}
        />
        <Tile
          label={t('security.mfaOff')}
          count={people.active - mfaOn}
          to={usersWith({ filter: 'active', mfa: 'off,required' })}
        />
        {later.map((filter) => (
          <Tile
            key={filter}
            label={t(`people.${filter}`, { days: DORMANT_DAYS })}
            count={people[filter]}
            to={usersWith({ filter })}
            {...(filter === 'loggedIn' && { note: t('people.sessions', { count: sessions, number: formats.number(sessions) }) })}
          />
        ))}
      </ul>
    </Group>
  );
}
