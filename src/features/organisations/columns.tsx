/** The columns of the list. */
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organisation } from '@api/contract/organisations.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { fitColumns, type SharingColumn } from '@src/ui/grid/fitColumns.ts';
import type { GridColumn } from '@src/ui/grid/gridTypes.ts';
import { Link } from '@src/ui/Link.tsx';
import type { ColumnKey } from './organisationsView.ts';

interface CellProps {
  readonly row: Organisation;
}

/** URL with the organisation's panel open in the current list. */
export const OpenAddressContext = createContext<(publicId: string) => string>(() => '');

function NameCell({ row: { publicId, organisationName, house } }: CellProps) {
  const { t } = useTranslation('organisations');
  return (
    <>
      <Link
        className="link cut"
        to={use(OpenAddressContext)(publicId)}
        title={organisationName}
        tabIndex={use(CellTabIndexContext)}
      >
        {organisationName}
      </Link>
      {house && <span className="muted small organisations-house">{t('house')}</span>}
    </>
  );
}

const CountCell = ({ row: { userCount } }: CellProps) => useFormats().number(userCount);

export function MfaCell({ row: { mfaRequired } }: { readonly row: Pick<Organisation, 'mfaRequired'> }) {
  const { t } = useTranslation('organisations');
  return <span className={mfaRequired ? undefined : 'muted'}>{t(mfaRequired ? 'mfa.required' : 'mfa.optional')}</span>;
}

export function ApprovedCell({ row: { approved } }: CellProps) {
  const { t } = useTranslation('organisations');
  return <span className={approved ? 'mark-good' : 'mark-due'}>{t(approved ? 'approved.yes' : 'approved.no')}</span>;
}

function CreatedCell({ row: { createdAt } }: CellProps) {
  const formats = useFormats();
  return (
    <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
      {formats.date(createdAt)}
    </time>
  );
}

const specs: readonly (Omit<SharingColumn<Organisation>, 'label' | 'key'> & { readonly key: ColumnKey })[] = [
  { key: 'organisationName', width: 240, share: 3, Cell: NameCell },
  { key: 'userCount', width: 120, share: 1, Cell: CountCell },
  { key: 'mfaRequired', width: 150, share: 1, Cell: MfaCell },
  { key: 'approved', width: 160, share: 1, Cell: ApprovedCell },
  { key: 'createdAt', width: 140, share: 1, Cell: CreatedCell },
];

export function useOrganisationColumns(availableWidth: number): readonly GridColumn<Organisation>[] {
  const { t } = useTranslation('organisations');
  return useMemo(
    () =>
      fitColumns(
        specs.map((column) => ({ ...column, sortable: true, label: t(`column.${column.key}`) })),
        availableWidth,
      ),
    [t, availableWidth],
  );
}
