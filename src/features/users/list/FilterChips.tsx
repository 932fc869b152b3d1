/** The filters that are not in the path, as chips. Pressing the current one returns to `all`. */
import { useTranslation } from 'react-i18next';
import { DORMANT_DAYS, pathFilters, userFilters, type UserFilter } from '@api/contract/users.page.ts';
import { Link } from '@src/ui/Link.tsx';
import { CountText } from './CountText.tsx';
import type { FilterChoice } from './filterChoice.ts';

const chips = userFilters.filter(
  (filter): filter is Exclude<UserFilter, 'all' | (typeof pathFilters)[number]> =>
    filter !== 'all' && !pathFilters.some((known) => known === filter),
);

export function FilterChips({ filter, counts, addressFor, onChoose }: FilterChoice) {
  const { t } = useTranslation('users');
  return (
    <ul className="tabs row-tight" aria-label={t('list.moreFilters')}>
      {chips.map((each) => (
        <li key={each}>
          <Link
            className="chip button button-secondary small"
            to={addressFor(each === filter ? 'all' : each)}
            onFollow={() => {
              onChoose(each === filter ? 'all' : each);
            }}
            aria-current={each === filter ? 'true' : undefined}
          >
            {t(`filter.${each}`, { days: DORMANT_DAYS })}
            <CountText count={counts?.[each]} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
