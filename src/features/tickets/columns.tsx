/** The columns of the desk. */
import { use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TicketSummary } from '@api/contract/tickets.ts';
import { ticketSorts } from '@api/contract/tickets.list.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { OpenAddressContext } from '@src/list/openAddressContext.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import { isNarrow } from '@src/ui/grid/isNarrow.ts';
import { Link } from '@src/ui/Link.tsx';
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

function ActionsCell({ row: { ticketNumber } }: CellProps) {
  const { t } = useTranslation('tickets');
  const addressAt = use(OpenAddressContext);
  return (
    <Link
      className="link"
      to={addressAt(ticketNumber)}
      aria-label={t('open', { number: ticketNumber })}
      tabIndex={use(CellTabIndexContext)}
    >
      {t('openShort')}
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
  return <Text text={whoOf(from)} more={[whoOf(from), from.email, organisation?.organisationName].filter(Boolean).join(' · ')} />;
}

/** Shows the time beneath the name where there is no room for its column. */
function NarrowWhoCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <WhoCell row={row} />
      <span className="second-line">
        <SinceCell row={row} />
      </span>
    </span>
  );
}

const WhatCell = ({ row: { excerpt } }: CellProps) => <Text text={excerpt} />;

function SinceCell({ row: { createdAt } }: CellProps) {
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  return (
    <time dateTime={createdAt} title={formats.dateTime(createdAt)} className="cut">
      {formats.relative(createdAt, now)}
    </time>
  );
}

const UrgencyCell = ({ row: { urgency } }: CellProps) => <Urgency urgency={urgency} />;

function AssignedCell({ row: { assignedTo } }: CellProps) {
  const { t } = useTranslation('tickets');
  return assignedTo ? <Text text={assignedTo.displayName} /> : <span className="muted">{t('nobody')}</span>;
}

type ColumnKey = 'actions' | 'ticketNumber' | 'state' | 'who' | 'what' | 'createdAt' | 'urgency' | 'assignedTo';

const specs: readonly (Omit<SharingColumn<TicketSummary>, 'label' | 'key' | 'sortable'> & { readonly key: ColumnKey })[] = [
  { key: 'actions', width: 90, share: 0, fixed: true, Cell: ActionsCell },
  { key: 'ticketNumber', width: 125, share: 0, Cell: NumberCell },
  { key: 'state', width: 130, share: 0, Cell: StateMark },
  { key: 'who', width: 190, minWidth: 140, share: 1, Cell: WhoCell },
  { key: 'createdAt', width: 150, share: 0, Cell: SinceCell },
  { key: 'urgency', width: 142, share: 0, Cell: UrgencyCell },
  { key: 'assignedTo', width: 170, minWidth: 150, share: 1, Cell: AssignedCell },
  { key: 'what', width: 260, minWidth: 200, share: 3, Cell: WhatCell },
];

/** Columns that fit whole into a phone's width. */
const narrowFirst: readonly (typeof specs)[number][] = [
  { key: 'actions', width: 90, share: 0, fixed: true, Cell: ActionsCell },
  { key: 'who', width: 136, minWidth: 104, share: 1, Cell: NarrowWhoCell },
  { key: 'state', width: 130, share: 0, Cell: StateMark },
];
const narrowSpecs = [...narrowFirst, ...specs.filter(({ key }) => narrowFirst.every((column) => column.key !== key))];

export function useTicketColumns(availableWidth: number) {
  const { t } = useTranslation('tickets');
  return useMemo(
    () =>
      fitColumns(
        (isNarrow(availableWidth) ? narrowSpecs : specs).map((column) => ({
          ...column,
          label: t(`column.${column.key}`),
          sortable: ticketSorts.some((sort) => sort === column.key),
        })),
        availableWidth,
      ),
    [t, availableWidth],
  );
}
