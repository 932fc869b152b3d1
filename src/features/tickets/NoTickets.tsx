/** Shown in place of rows: the tab is done, nothing matches in it, or nobody has written yet; each with its next step. */
import { Button } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { ticketTabs, type TicketTab } from '@api/contract/tickets.list.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { ListState } from '@src/ui/ListState.tsx';
import { type TicketsView, unfiltered } from './ticketsView.ts';

interface Props {
  readonly view: TicketsView;
  readonly counts: Readonly<Record<TicketTab, number>>;
  readonly onView: (change: (latest: TicketsView) => TicketsView) => void;
  readonly heading: RefObject<HTMLHeadingElement | null>;
}

export function NoTickets({ view, counts, onView, heading }: Props) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  const { tab, search, assigned, urgency } = view;
  const isNarrowed = search.trim() !== '' || assigned !== '' || urgency !== '';
  const tabsWithTickets = ticketTabs.filter((each) => counts[each] > 0);
  const kind = isNarrowed ? 'noMatch' : tabsWithTickets.length === 0 ? 'none' : tab;
  const next = isNarrowed ? tabsWithTickets : tabsWithTickets.filter((each) => each === 'waiting' || each === 'toAnswer');
  return (
    <ListState heading={t(`empty.${kind}.heading`)} text={t(`empty.${kind}.text`)} headingRef={heading}>
      {next.map((each) => (
        <Button
          key={each}
          onClick={() => {
            onView((latest) => ({ ...latest, tab: each }));
          }}
        >
          {t('empty.inTab', { tab: t(`tab.${each}`), total: formats.number(counts[each]) })}
        </Button>
      ))}
      {isNarrowed && (
        <Button
          type="primary"
          onClick={() => {
            onView(unfiltered);
          }}
        >
          {t('empty.unfiltered')}
        </Button>
      )}
    </ListState>
  );
}
