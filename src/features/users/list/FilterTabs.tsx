/** SPEC.md's filters as tabs with their counts, then the saved views that are shared or pinned. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserFilter } from '@api/contract/users.page.ts';
import type { View } from '@api/contract/views.ts';
import { whenIdle } from '@src/browser/whenIdle.ts';
import { Link } from '@src/ui/Link.tsx';
import { type TabFilter, tabFilters } from '../view/usersView.ts';
import { addressOfView } from '../view/viewContent.ts';
import { CountText } from './CountText.tsx';

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

const nextTabIndex: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Scrolls the tabs alone, where not all of them have room. */
function showSelected(tabs: HTMLElement): void {
  const selected = tabs.querySelector('[aria-selected="true"]')?.getBoundingClientRect();
  const { left, right } = tabs.getBoundingClientRect();
  if (selected && (selected.left < left || selected.right > right)) tabs.scrollLeft += selected.left - left;
}

export function FilterTabs({ filter, counts, addressFor, onChoose, views, shownView, controls }: Props) {
  const { t } = useTranslation('users');
  const list = useRef<HTMLDivElement>(null);
  const isCounted = counts !== undefined;
  const isViewTab = views.some((view) => view === shownView);
  useEffect(() => {
    // It waits for the first rows, which the layout would delay.
    whenIdle(() => {
      if (list.current) showSelected(list.current);
    });
    // Counts that come later make the tabs wider.
  }, [filter, shownView, isCounted]);
  const moveFocus = (event: KeyboardEvent) => {
    const tabElements = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const index = tabElements.findIndex((tab) => tab === event.target);
    const next = nextTabIndex[event.key]?.(index, tabElements.length);
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    tabElements[next]?.focus();
  };
  const tabProps = (isSelected: boolean) => ({
    role: 'tab',
    className: 'tab row row-tight',
    'aria-selected': isSelected,
    'aria-controls': controls,
    onKeyDown: moveFocus,
    tabIndex: isSelected ? 0 : -1,
  });
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
          <CountText count={counts?.[each]} />
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
