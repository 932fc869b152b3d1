/** The list of applications: its columns, its search and its address. */
import { useTranslation } from 'react-i18next';
import type { Application } from '@api/contract/applications.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { LocalList, LocalListColumn } from '@src/list/localList.ts';
import { OpenLink } from '@src/list/OpenLink.tsx';
import { paths } from '@src/paths.ts';
import { useNow } from '@src/ui/useNow.ts';

const MINUTE_MS = 60_000;

interface CellProps {
  readonly row: Application;
}

export const signInsOf = ({ signInsPerDay }: Pick<Application, 'signInsPerDay'>): number =>
  signInsPerDay.reduce((sum, { signIns }) => sum + signIns, 0);

const NameCell = ({ row: { applicationId, displayName } }: CellProps) => <OpenLink id={applicationId} name={displayName} />;

/** Shows the last use beneath the name where there is no room for its column. */
function NarrowNameCell({ row }: CellProps) {
  return (
    <span className="two-lines">
      <NameCell row={row} />
      <span className="second-line">
        <LastUsedCell row={row} />
      </span>
    </span>
  );
}

export function EnabledCell({ row: { enabled } }: { readonly row: Pick<Application, 'enabled'> }) {
  const { t } = useTranslation('applications');
  return <span className={enabled ? 'state tone-success' : 'state tone-error'}>{t(enabled ? 'enabled.yes' : 'enabled.no')}</span>;
}

function OwnCell({ row: { own } }: CellProps) {
  const { t } = useTranslation('applications');
  return t(own ? 'own.yes' : 'own.no');
}

function KindCell({ row: { kind } }: CellProps) {
  const { t } = useTranslation('applications');
  return t(`kind.${kind}`);
}

const SignInsCell = ({ row }: CellProps) => useFormats().number(signInsOf(row));

export function LastUsedCell({ row: { lastUsedAt } }: { readonly row: Pick<Application, 'lastUsedAt'> }) {
  const { t } = useTranslation('applications');
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  if (lastUsedAt === null) return <span className="cut muted">{t('never')}</span>;
  return (
    <time className="cut" dateTime={lastUsedAt} title={formats.dateTime(lastUsedAt)}>
      {formats.relative(Math.min(Date.parse(lastUsedAt), now), now)}
    </time>
  );
}

export type ColumnKey = 'displayName' | 'enabled' | 'kind' | 'own' | 'signIns' | 'lastUsedAt';
type Column = LocalListColumn<Application, ColumnKey>;

const nameOf = ({ displayName }: Application): string => displayName;
const name: Column = { key: 'displayName', width: 220, share: 3, Cell: NameCell, sortValue: nameOf };
const enabled: Column = { key: 'enabled', width: 130, share: 1, Cell: EnabledCell, sortValue: (row) => Number(!row.enabled) };
const columns: readonly [Column, ...Column[]] = [
  name,
  enabled,
  { key: 'kind', width: 150, share: 1, Cell: KindCell, sortValue: ({ kind }) => kind },
  { key: 'own', width: 140, share: 1, Cell: OwnCell, sortValue: ({ own }) => Number(!own) },
  { key: 'signIns', width: 244, share: 0, Cell: SignInsCell, sortValue: signInsOf, descendingFirst: true },
  {
    key: 'lastUsedAt',
    width: 220,
    share: 1,
    Cell: LastUsedCell,
    sortValue: ({ lastUsedAt }) => (lastUsedAt === null ? 0 : Date.parse(lastUsedAt)),
    descendingFirst: true,
  },
];

export const applicationsList: LocalList<Application, ColumnKey> = {
  path: paths.applications,
  openParameter: 'application',
  idOf: ({ applicationId }) => applicationId,
  nameOf,
  searchTextOf: ({ displayName, applicationName, startUrl, applicationId }) =>
    `${displayName} ${applicationName} ${startUrl} ${applicationId}`,
  columns,
  narrowColumns: [{ ...name, Cell: NarrowNameCell }, enabled],
};
