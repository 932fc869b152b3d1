/** The columns of the report. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditEvent } from '@api/contract/audit.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import type { GridColumn } from '@src/ui/grid/gridTypes.ts';
import { actionName } from './actionNames.ts';
import { useExactTime } from './useExactTime.ts';

interface CellProps {
  readonly row: AuditEvent;
}

function TimeCell({ row: { at } }: CellProps) {
  return <time dateTime={at}>{useExactTime()(at)}</time>;
}

function Text({ text }: { readonly text: string | null }) {
  return (
    <span className="cut" title={text ?? undefined}>
      {text}
    </span>
  );
}

/** The actor; while impersonating, with the impersonated user. */
function ActorCell({ row: { actor, onBehalfOf } }: CellProps) {
  const { t } = useTranslation('audit');
  if (actor === null) return <span className="muted">{t('nobody')}</span>;
  return <Text text={onBehalfOf === null ? actor : t('actingAs', { actor, user: onBehalfOf })} />;
}

function ActionCell({ row: { action } }: CellProps) {
  const { t } = useTranslation('audit');
  return <Text text={actionName(action, t)} />;
}

const outcomeClasses = { success: 'state tone-success', failure: 'state tone-warning', refused: 'state tone-error' } as const;

export function OutcomeMark({ row: { outcome } }: CellProps) {
  const { t } = useTranslation('audit');
  return <span className={outcomeClasses[outcome]}>{t(`outcome.${outcome}`)}</span>;
}

const textCell = (key: 'target' | 'organisation' | 'ip') =>
  function TextCell({ row }: CellProps) {
    return <Text text={row[key]} />;
  };

const specs: readonly (Omit<SharingColumn<AuditEvent>, 'label' | 'key'> & {
  readonly key: 'at' | 'actor' | 'action' | 'target' | 'outcome' | 'organisation' | 'ip';
})[] = [
  { key: 'at', width: 215, share: 0, fixed: true, Cell: TimeCell },
  { key: 'actor', width: 170, share: 1, Cell: ActorCell },
  { key: 'action', width: 220, share: 2, Cell: ActionCell },
  { key: 'target', width: 170, share: 1, Cell: textCell('target') },
  { key: 'outcome', width: 125, share: 0, Cell: OutcomeMark },
  { key: 'organisation', width: 165, share: 1, Cell: textCell('organisation') },
  { key: 'ip', width: 140, share: 0, Cell: textCell('ip') },
];

/** @param withOrganisation false for users who see one organisation only */
export function useAuditColumns(withOrganisation: boolean, availableWidth: number): readonly GridColumn<AuditEvent>[] {
  const { t } = useTranslation('audit');
  return useMemo(() => {
    const columns = specs.filter(({ key }) => key !== 'organisation' || withOrganisation);
    return fitColumns(
      columns.map((column) => ({ ...column, label: t(`column.${column.key}`) })),
      availableWidth,
    );
  }, [t, withOrganisation, availableWidth]);
}
