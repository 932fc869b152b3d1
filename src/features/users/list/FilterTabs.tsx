/** SPEC.md's filters as tabs, each with its true number. */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pathFilters, type UserFilter } from '@api/contract/users.page.ts';
import { Link } from '@src/ui/Link.tsx';
import { CountText } from './CountText.tsx';
import type { FilterChoice } from './filterChoice.ts';

const tabs = ['all', ...pathFilters] as const satisfies readonly UserFilter[];

const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tabs.length,
  ArrowLeft: (at) => (at - 1 + tabs.length) % tabs.length,
  Home: () => 0,
  End: () => tabs.length - 1,
};

/** @param controls id of what the tabs are for */
export function FilterTabs({ filter, counts, addressFor, onChoose, controls }: FilterChoice & { readonly controls: string }) {
  const { t } = useTranslation('users');
  const list = useRef<HTMLDivElement>(null);
  const isTab = tabs.some((tab) => tab === filter);
  const step = (event: KeyboardEvent) => {
    const shown = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const at = shown.findIndex((tab) => tab === event.target);
    const next = steps[event.key]?.(at);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    shown[next]?.focus();
  };
  return (
    <div ref={list} className="users-tabs" role="tablist" aria-label={t('list.filters')}>
      {tabs.map((each) => (
        <Link
          key={each}
          role="tab"
          className="users-tab"
          to={addressFor(each)}
          onFollow={() => {
            onChoose(each);
          }}
          aria-selected={each === filter}
          aria-controls={controls}
          onKeyDown={step}
          tabIndex={each === filter || (!isTab && each === 'all') ? 0 : -1}
        >
          {t(`filter.${each}`)}
          <CountText count={counts?.[each]} />
        </Link>
      ))}
    </div>
  );
}
