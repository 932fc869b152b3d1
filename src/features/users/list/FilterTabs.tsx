/** SPEC.md's filters as tabs with their counts. */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pathFilters, type UserFilter } from '@api/contract/users.page.ts';
import { Link } from '@src/ui/Link.tsx';
import { CountText } from './CountText.tsx';
import type { FilterChoice } from './filterChoice.ts';

const tabs = ['all', ...pathFilters] as const satisfies readonly UserFilter[];

const nextTabIndex: Readonly<Record<string, (index: number) => number>> = {
  ArrowRight: (index) => (index + 1) % tabs.length,
  ArrowLeft: (index) => (index - 1 + tabs.length) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
};

/** @param controls id of the tab panel */
export function FilterTabs({ filter, counts, addressFor, onChoose, controls }: FilterChoice & { readonly controls: string }) {
  const { t } = useTranslation('users');
  const list = useRef<HTMLDivElement>(null);
  const isTab = tabs.some((tab) => tab === filter);
  const moveFocus = (event: KeyboardEvent) => {
    const tabElements = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const index = tabElements.findIndex((tab) => tab === event.target);
    const next = nextTabIndex[event.key]?.(index);
    if (index < 0 || next === undefined) return;
    event.preventDefault();
    tabElements[next]?.focus();
  };
  return (
    <div ref={list} className="tabs row-tight" role="tablist" aria-label={t('list.filters')}>
      {tabs.map((each) => (
        <Link
          key={each}
          role="tab"
          className="tab row row-tight"
          to={addressFor(each)}
          onFollow={() => {
            onChoose(each);
          }}
          aria-selected={each === filter}
          aria-controls={controls}
          onKeyDown={moveFocus}
          tabIndex={each === filter || (!isTab && each === 'all') ? 0 : -1}
        >
          {t(`filter.${each}`)}
          <CountText count={counts?.[each]} />
        </Link>
      ))}
    </div>
  );
}
