/** Users with a role as a grid; a row opens the edit page. */
import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { useGridScrollHistory } from '@src/navigation/gridScrollHistory.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { GridTable } from '@src/ui/grid/GridTable.tsx';
import type { GridHead } from '@src/ui/grid/gridHeadContext.ts';
import { useLocalRows } from '@src/ui/grid/useLocalRows.ts';
import { ListFailed } from '@src/ui/ListState.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { useRowWidth } from '@src/ui/grid/useRowWidth.ts';
import { ListContext } from '../list/listContext.ts';
import { useMemberColumns } from './memberColumns.ts';

const MINUTE_MS = 60_000;

const noop = () => undefined;
const idOf = ({ userId }: UserSummary): string => userId;
const isOpen = () => false;

/** The server sorts by user name. */
const head: GridHead = {
  sortOf: (column) => (column === 'userName' ? { descending: false, rank: undefined } : undefined),
  onSort: noop,
  Action: undefined,
};

interface Props {
  readonly label: string;
  /** Identifies the role and the organisation. */
  readonly view: string;
  readonly members: readonly UserSummary[] | undefined;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly withOrganisation: boolean;
  readonly onTryAgain: () => void;
  /** Shown when no user has the role. */
  readonly children: ReactNode;
}

export function MembersGrid({ label, view, members, isPending, error, withOrganisation, onTryAgain, children }: Props) {
  const { t } = useTranslation('users');
  const { t: tUsers } = useTranslation('users');
  const navigate = useNavigate();
  const formats = useFormats();
  const roleNames = useRoleNames();
  const now = useNow(MINUTE_MS);
  const { nonce } = usePageConfig();
  const memory = useGridScrollHistory();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useMemberColumns(withOrganisation, useRowWidth(frame));
  const shown = useLocalRows(members, view, () => memory.recall().firstRow);
  const content = useMemo(() => ({ t: tUsers, formats, roleNames, now, openMenu: noop }), [tUsers, formats, roleNames, now]);
  return (
    <ListContext value={content}>
      <GridTable<UserSummary>
        label={label}
        nonce={nonce}
        columns={columns}
        head={head}
        shown={shown}
        pending={isPending}
        positionMemory={memory}
        frame={frame}
        idOf={idOf}
        isOpen={isOpen}
        onVisible={noop}
        onOpen={({ userName }) => {
          void navigate(paths.usersEdit.to({ userName }));
        }}
      >
        {!members && error !== undefined && !isPending ? (
          <ListFailed heading={t('empty.failed.heading')} onTryAgain={onTryAgain} />
        ) : (
          members?.length === 0 && children
        )}
      </GridTable>
    </ListContext>
  );
}
