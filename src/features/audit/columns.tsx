/** The columns of the report. Rows are one line: what does not fit is cut, and whole on hover. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isolatedList } from '@api/contract/isolated.ts';
import type { ListedEvent } from '@api/contract/audit.ts';
import { changeOf } from '@api/contract/audit.details.ts';
import { sentenceOfLine } from '@api/contract/audit.sentences.ts';
import { OpenLink } from '@src/list/OpenLink.tsx';
import { useEventWords } from '@src/i18n/useEventWords.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import type { GridColumn } from '@src/ui/grid/gridTypes.ts';
import { isNarrow } from '@src/ui/grid/isNarrow.ts';
import { useActorName } from './useActorName.ts';
import { useExactTime } from './useExactTime.ts';

interface CellProps {
  readonly row: ListedEvent;
}

function TimeCell({ row: { at } }: CellProps) {
  return (
    <time className="cut" dateTime={at}>
      {useExactTime()(at)}
    </time>
  );
}

function Text({ text }: { readonly text: string | null }) {
  return (
    <span className="cut" title={text ?? undefined}>
      {text}
    </span>
  );
}

function ActorCell({ row }: CellProps) {
  const name = useActorName()(row);
  return row.actor === null ? <span className="cut muted">{name}</span> : <Text text={name} />;
}

/** States in words what happened. An act on many leads to the events about each user. */
function EventCell({ row }: CellProps) {
  const { bulk } = row;
  const sentence = sentenceOfLine(row, useEventWords());
  const outcome = bulk?.first?.outcome ?? row.outcome;
  const text = bulk ? <OpenLink id={bulk.bulkId} name={`${sentence} ▸`} /> : <Text text={sentence} />;
  const someFailed = outcome === 'success' && bulk !== undefined && bulk.failed > 0;
  return outcome === 'success' && !someFailed ? (
    text
  ) : (
    <span className={outcomeClasses[someFailed ? 'failure' : outcome]}>{text}</span>
  );
}

/** One name, or how many there are. */
function TargetCell({ row: { target, bulk } }: CellProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  if (!bulk || bulk.users === 0) return <Text text={target} />;
  return (
    <Text
      text={bulk.users === 1 ? (bulk.first?.target ?? target) : t('sentence.users', { number: formats.number(bulk.users) })}
    />
  );
}

function ChangeCell({ row }: CellProps) {
  const words = useEventWords();
  return <Text text={row.bulk ? null : changeOf(row, words)} />;
}

const outcomeClasses = { success: 'state tone-success', failure: 'state tone-warning', refused: 'state tone-error' } as const;

export function OutcomeMark({ row: { outcome } }: CellProps) {
  const { t } = useTranslation('audit');
  return <span className={outcomeClasses[outcome]}>{t(`outcome.${outcome}`)}</span>;
}

function OrganisationCell({ row: { organisation, bulk } }: CellProps) {
  return <Text text={bulk ? bulk.organisation : organisation} />;
}

function AddressCell({ row: { ip } }: CellProps) {
  return <Text text={ip} />;
}

/** Shows time and actor beneath the event where there is no room for their columns; a long name is cut, never the time. */
function NarrowEventCell({ row }: CellProps) {
  const by = isolatedList([useExactTime()(row.at), useActorName()(row)], ' · ');
  return (
    <span className="two-lines">
      <EventCell row={row} />
      <span className="cut second-line" title={by}>
        {by}
      </span>
    </span>
  );
}

const specs = [
  { key: 'at', label: 'at', width: 226, minWidth: 222, share: 0, Cell: TimeCell },
  { key: 'action', label: 'event', width: 280, minWidth: 262, share: 3, Cell: EventCell },
  { key: 'actor', label: 'by', width: 200, minWidth: 160, share: 2, Cell: ActorCell },
  { key: 'target', label: 'target', width: 180, minWidth: 140, share: 1, Cell: TargetCell },
  { key: 'change', label: 'change', width: 220, minWidth: 130, share: 3, Cell: ChangeCell },
  { key: 'organisation', label: 'organisation', width: 165, minWidth: 125, share: 1, Cell: OrganisationCell },
  { key: 'ip', label: 'ip', width: 140, minWidth: 124, share: 0, Cell: AddressCell },
] as const satisfies readonly (Omit<SharingColumn<ListedEvent>, 'label'> & { readonly label: string })[];

/** Columns of two lines, of which the event fills the width. */
const narrowSpecs = (width: number) =>
  specs
    .filter(({ key }) => key !== 'at' && key !== 'actor')
    .map((column) => (column.key === 'action' ? { ...column, width, minWidth: width, Cell: NarrowEventCell } : column));

/** @param withOrganisation false for users who see one organisation only */
export function useAuditColumns(withOrganisation: boolean, availableWidth: number): readonly GridColumn<ListedEvent>[] {
  const { t } = useTranslation('audit');
  return useMemo(() => {
    const columns = isNarrow(availableWidth) ? narrowSpecs(availableWidth) : specs;
    return fitColumns(
      columns
        .filter(({ key }) => key !== 'organisation' || withOrganisation)
        .map((column) => ({ ...column, label: t(`column.${column.label}`) })),
      availableWidth,
    );
  }, [t, withOrganisation, availableWidth]);
}
