/** SPEC.md's filters as tabs with their counts, then the saved views that are shared or pinned. */
import { useTranslation } from 'react-i18next';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { View } from '@api/contract/views.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useTabList } from '@src/list/useTabList.ts';
import { Link } from '@src/ui/Link.tsx';
import { type TabFilter, tabFilters } from '../view/usersView.ts';
import { addressOfView } from '../view/viewContent.ts';

interface Props {
  readonly filter: TabFilter;
  /** Undefined until loaded. */
  readonly counts: Readonly<Record<UserFilter, number>> | undefined;
  readonly addressFor: (filter: TabFilter) => string;
  readonly onChoose: (filter: TabFilter) => void;
  readonly views: readonly View[];
  /** The saved view that is shown: its tab is the selected one. */
  readonly shownView: View | undefined;
  /** Id of the tab panel. */
  readonly controls: string;
}

export function FilterTabs({ filter, counts, addressFor, onChoose, views, shownView, controls }: Props) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const isViewTab = views.some((view) => view === shownView);
  const { list, tabProps } = useTabList(controls, [filter, shownView?.viewId, counts !== undefined].join());
  return (
    <div ref={list} className="tabs row-tight" role="tablist" aria-label={t('list.filters')}>
      {tabFilters.map((each) => (
        <Link
          key={each}
          to={addressFor(each)}
          onFollow={() => {
            onChoose(each);
          }}
          {...tabProps(!isViewTab && each === filter)}
        >
          {t(`filter.${each}`)}
          {/* Rendered empty while unknown: its width stays reserved, and the layout does not shift. */}
          <span className="users-count muted small">{counts && formats.number(counts[each])}</span>
        </Link>
      ))}
      {views.map((view) => (
        <Link key={view.viewId} to={addressOfView(view)} title={view.name} {...tabProps(view === shownView)}>
          <span className="cut tab-name">{view.name}</span>
        </Link>
      ))}
    </div>
  );
}
