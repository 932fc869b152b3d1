/** The columns of the desk. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolatedList } from '@api/contract/isolated.ts';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { ticketSorts, type TicketTab } from '@api/contract/tickets.list.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { OpenLink } from '@src/list/OpenLink.tsx';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import { useNow } from '@src/ui/useNow.ts';
import { Urgency } from './Urgency.tsx';

interface CellProps {
  readonly row: TicketSummary;
}

const MINUTE_MS = 60_000;

function Text({ text, more }: { readonly text: string; readonly more?: string }) {
  return (
    <span className="cut" title={more ?? text}>
      {text}
    </span>
  );
}

const NumberCell = ({ row: { ticketNumber } }: CellProps) => <OpenLink id={ticketNumber} name={ticketNumber} />;

export function StateMark({ row: { state, answeredAt } }: { readonly row: Pick<TicketSummary, 'state' | 'answeredAt'> }) {
  const { t } = useTranslation('tickets');
  if (state === 'closed') return <span className="state">{t('state.closed')}</span>;
  return answeredAt === null ? (
    <span className="state tone-warning">{t('state.open')}</span>
  ) : (
    <span className="state tone-success">{t('state.answered')}</span>
  );
}

export const whoOf = ({ user, email }: TicketSummary['from']): string => user?.displayName ?? email;

function WhoCell({ row: { from, organisation } }: CellProps) {
  return (
    <Text
      text={whoOf(from)}
      more={isolatedList([whoOf(from), from.email, organisation?.organisationName ?? ''].filter(Boolean), ' · ')}
    />
  );
}

/** The name opens the ticket where its number may be out of sight, and has the time beneath it. */
function NarrowWhoCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <OpenLink id={row.ticketNumber} name={whoOf(row.from)} />
      <span className="second-line">
        <ReceivedCell row={row} />
      </span>
    </span>
  );
}

const WhatCell = ({ row: { excerpt } }: CellProps) => <Text text={excerpt} />;

function ReceivedCell({ row: { createdAt } }: CellProps) {
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={createdAt} title={formats.dateTime(createdAt)} className="cut">
      {formats.relative(createdAt, now)}
    </time>
  );
}

const UrgencyCell = ({ row }: CellProps) => <Urgency of={row} />;

function AssignedCell({ row: { assignedTo } }: CellProps) {
  const { t } = useTranslation('tickets');
  return assignedTo ? <Text text={assignedTo.displayName} /> : <span className="muted">{t('nobody')}</span>;
}

type ColumnKey = 'ticketNumber' | 'state' | 'who' | 'what' | 'createdAt' | 'urgency' | 'assignedTo';

type Spec = Omit<SharingColumn<TicketSummary>, 'label' | 'key' | 'sortable'> & { readonly key: ColumnKey };

const ticketNumber: Spec = { key: 'ticketNumber', width: 115, share: 0, fixed: true, Cell: NumberCell };
const state: Spec = { key: 'state', width: 130, share: 0, Cell: StateMark };
const who: Spec = { key: 'who', width: 190, minWidth: 140, share: 1, Cell: WhoCell };
/** Holds the longest relative time in German. */
const createdAt: Spec = { key: 'createdAt', width: 216, share: 1, Cell: ReceivedCell };
const urgency: Spec = { key: 'urgency', width: 190, share: 0, Cell: UrgencyCell };
const assignedTo: Spec = { key: 'assignedTo', width: 170, minWidth: 150, share: 1, Cell: AssignedCell };
const what: Spec = { key: 'what', width: 260, minWidth: 200, share: 3, Cell: WhatCell };

const wideSpecs: readonly Spec[] = [ticketNumber, state, who, urgency, what, createdAt, assignedTo];

const WIDE_PX = [ticketNumber, who, urgency, what, createdAt, assignedTo].reduce(
  (sum, { width, minWidth = width }) => sum + minWidth,
  0,
);

/** The first two fit whole into a phone's width. */
const narrowSpecs: readonly Spec[] = [
  { ...who, width: 160, minWidth: 120, Cell: NarrowWhoCell },
  state,
  { ...urgency, width: 170 },
  { ...ticketNumber, fixed: false },
  what,
  createdAt,
  assignedTo,
];

const specsFor = (availableWidth: number): readonly Spec[] =>
  availableWidth > 0 && availableWidth < WIDE_PX ? narrowSpecs : wideSpecs;

/** The tab says the state, or that they are one's own, of which some are answered. */
export function useTicketColumns(availableWidth: number, tab: TicketTab) {
  const { t } = useTranslation('tickets');
  return useMemo(
    () =>
      fitColumns(
        specsFor(availableWidth)
          .filter(({ key }) => key !== (tab === 'mine' ? 'assignedTo' : 'state'))
          .map((column) => ({
            ...column,
            label: t(`column.${column.key}`),
            sortable: ticketSorts.some((sort) => sort === column.key),
          })),
        availableWidth,
      ),
    [t, availableWidth, tab],
  );
}
