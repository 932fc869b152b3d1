/** Users by state; each number is that of a filter of the users list. */
import { useTranslation } from 'react-i18next';
import type { Overview } from '@api/contract/overview.ts';
import { DORMANT_DAYS } from '@api/contract/users.page.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Group } from './Group.tsx';
import { usersWith } from './addresses.ts';
import { Tile } from './Tile.tsx';

const filters = ['all', 'active', 'loggedIn', 'locked', 'disabled', 'dormant', 'admin'] as const;

export function People({ people, sessions }: Pick<Overview, 'people' | 'sessions'>) {
  const { t } = useTranslation('overview');
  const formats = useFormats();
  return (
    <Group heading={t('people.heading')}>
      <ul className="tiles">
        {filters.map((filter) => (
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
