/** The list of organisations: its columns, its search and its address. */
import { useTranslation } from 'react-i18next';
import type { OrganisationConnections } from '@api/contract/organisations.connections.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { LocalList, LocalListColumn } from '@src/list/localList.ts';
import { OpenLink } from '@src/list/OpenLink.tsx';
import { paths } from '@src/paths.ts';
import { DirectoryText, LogInText } from './ConnectionTexts.tsx';
import { connectionFilters, directoryRank, logInRank } from './connectionStates.ts';

/** `connections` are read by a call of their own. */
export type OrganisationRow = Organisation & { readonly connections?: OrganisationConnections | undefined };

interface CellProps {
  readonly row: OrganisationRow;
}

function NameCell({ row: { publicId, organisationName, house } }: CellProps) {
  const { t } = useTranslation('organisations');
  return (
    <>
      <OpenLink id={publicId} name={organisationName} />
      {house && <span className="muted small">&nbsp; {t('house')}</span>}
    </>
  );
}

/** Shows user count and rule beneath the name where there is no room for their columns. */
function NarrowNameCell({ row }: CellProps) {
  const { t } = useTranslation('organisations');
  const total = useFormats().number(row.userCount);
  return (
    <span className="two-lines">
      <OpenLink id={row.publicId} name={row.organisationName} />
      <span className="cut second-line">
        {[row.house && t('house'), t('people', { count: row.userCount, total }), row.mfaRequired && t('mfaRequired')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

const CountCell = ({ row: { userCount } }: CellProps) => useFormats().number(userCount);

export function MfaCell({ row: { mfaRequired } }: { readonly row: Pick<Organisation, 'mfaRequired'> }) {
  const { t } = useTranslation('organisations');
  return <span className={mfaRequired ? undefined : 'muted'}>{t(mfaRequired ? 'mfa.required' : 'mfa.optional')}</span>;
}

export function ApprovedCell({ row: { approved } }: CellProps) {
  const { t } = useTranslation('organisations');
  return (
    <span className={approved ? 'state tone-success' : 'state tone-warning'}>{t(approved ? 'approved.yes' : 'approved.no')}</span>
  );
}

const LogInCell = ({ row: { connections } }: CellProps) => connections && <LogInText connections={connections} />;
const DirectoryCell = ({ row: { connections } }: CellProps) => connections && <DirectoryText connections={connections} />;

function CreatedCell({ row: { createdAt } }: CellProps) {
  const formats = useFormats();
  return (
    <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
      {formats.date(createdAt)}
    </time>
  );
}

export type ColumnKey = 'organisationName' | 'userCount' | 'mfaRequired' | 'logIn' | 'directory' | 'approved' | 'createdAt';
type Column = LocalListColumn<OrganisationRow, ColumnKey>;

const nameOf = ({ organisationName }: OrganisationRow): string => organisationName;
const name: Column = { key: 'organisationName', width: 240, share: 3, Cell: NameCell, sortValue: nameOf };
const approved: Column = {
  key: 'approved',
  width: 190,
  share: 1,
  Cell: ApprovedCell,
  sortValue: (row) => Number(row.approved),
};
const columns: readonly [Column, ...Column[]] = [
  name,
  { key: 'userCount', width: 120, share: 1, Cell: CountCell, sortValue: ({ userCount }) => userCount, descendingFirst: true },
  { key: 'mfaRequired', width: 150, share: 1, Cell: MfaCell, sortValue: ({ mfaRequired }) => Number(mfaRequired) },
  { key: 'logIn', width: 170, share: 1, Cell: LogInCell, sortValue: logInRank },
  { key: 'directory', width: 200, share: 1, Cell: DirectoryCell, sortValue: directoryRank },
  approved,
  { key: 'createdAt', width: 140, share: 1, Cell: CreatedCell, sortValue: ({ createdAt }) => createdAt, descendingFirst: true },
];

export const organisationsList: LocalList<OrganisationRow, ColumnKey> = {
  path: paths.organisations,
  openParameter: 'organisation',
  idOf: ({ publicId }) => publicId,
  nameOf,
  searchTextOf: ({ organisationName, publicId }) => `${organisationName} ${publicId}`,
  columns,
  filters: connectionFilters,
  narrowColumns: [
    { ...name, Cell: NarrowNameCell },
    { ...approved, width: 174 },
  ],
};
