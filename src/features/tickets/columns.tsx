/** The columns of the desk. */
import { use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolatedList } from '@api/contract/isolated.ts';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { ticketSorts } from '@api/contract/tickets.list.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { OpenAddressContext } from '@src/list/openAddressContext.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import { isNarrow } from '@src/ui/grid/isNarrow.ts';
import { Link } from '@src/ui/Link.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { isUrgent, Urgency } from './Urgency.tsx';

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

function ActionsCell({ row: { ticketNumber } }: CellProps) {
  const { t } = useTranslation('tickets');
  const addressAt = use(OpenAddressContext);
  return (
    <Link
      className="link"
      to={addressAt(ticketNumber)}
      aria-label={t('view', { number: ticketNumber })}
      tabIndex={use(CellTabIndexContext)}
    >
      {t('viewShort')}
    </Link>
  );
}

const NumberCell = ({ row: { ticketNumber } }: CellProps) => <span className="mono">{ticketNumber}</span>;

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

/** Shows the time beneath the name where there is no room for its column. */
function NarrowWhoCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <WhoCell row={row} />
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

/** Shows beneath the state that a ticket is urgent, where there is no room for its column. */
function NarrowStateCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <StateMark row={row} />
      {isUrgent(row.urgency) && (
        <span className="second-line">
          <Urgency urgency={row.urgency} />
        </span>
      )}
    </span>
  );
}

const UrgencyCell = ({ row: { urgency } }: CellProps) => <Urgency urgency={urgency} />;

function AssignedCell({ row: { assignedTo } }: CellProps) {
  const { t } = useTranslation('tickets');
  return assignedTo ? <Text text={assignedTo.displayName} /> : <span className="muted">{t('nobody')}</span>;
}

type ColumnKey = 'actions' | 'ticketNumber' | 'state' | 'who' | 'what' | 'createdAt' | 'urgency' | 'assignedTo';

type Spec = Omit<SharingColumn<TicketSummary>, 'label' | 'key' | 'sortable'> & { readonly key: ColumnKey };

const actions: Spec = { key: 'actions', width: 90, share: 0, fixed: true, Cell: ActionsCell };
const ticketNumber: Spec = { key: 'ticketNumber', width: 115, share: 0, Cell: NumberCell };
const state: Spec = { key: 'state', width: 130, share: 0, Cell: StateMark };
const who: Spec = { key: 'who', width: 190, minWidth: 140, share: 1, Cell: WhoCell };
/** Holds the longest relative time in German. */
const createdAt: Spec = { key: 'createdAt', width: 216, share: 1, Cell: ReceivedCell };
const urgency: Spec = { key: 'urgency', width: 142, share: 0, Cell: UrgencyCell };
const assignedTo: Spec = { key: 'assignedTo', width: 170, minWidth: 150, share: 1, Cell: AssignedCell };
const what: Spec = { key: 'what', width: 260, minWidth: 200, share: 3, Cell: WhatCell };

const wideSpecs: readonly Spec[] = [actions, ticketNumber, state, who, createdAt, urgency, assignedTo, what];

/** For widths into which time and urgency do not both fit: the time is beneath the name. */
const mediumSpecs: readonly Spec[] = [
  actions,
  ticketNumber,
  state,
  { ...who, Cell: NarrowWhoCell },
  urgency,
  createdAt,
  assignedTo,
  what,
];
const MEDIUM_PX = [actions, ticketNumber, state, who, createdAt, urgency].reduce((sum, { width }) => sum + width, 0);

/** The first three fit whole into a phone's width. */
const narrowSpecs: readonly Spec[] = [
  actions,
  { ...who, width: 136, minWidth: 104, Cell: NarrowWhoCell },
  { ...state, Cell: NarrowStateCell },
  ticketNumber,
  createdAt,
  urgency,
  assignedTo,
  what,
];

function specsFor(availableWidth: number): readonly Spec[] {
  if (isNarrow(availableWidth)) return narrowSpecs;
  return availableWidth > 0 && availableWidth < MEDIUM_PX ? mediumSpecs : wideSpecs;
}

export function useTicketColumns(availableWidth: number) {
  const { t } = useTranslation('tickets');
  return useMemo(
    () =>
      fitColumns(
        specsFor(availableWidth).map((column) => ({
          ...column,
          label: t(`column.${column.key}`),
          sortable: ticketSorts.some((sort) => sort === column.key),
        })),
        availableWidth,
      ),
    [t, availableWidth],
  );
}
