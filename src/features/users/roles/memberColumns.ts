/** The list of the users with a role: its columns, in the cells of the users list, its search and its address. */
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { LocalList, LocalListColumn } from '@src/list/localList.ts';
import { paths } from '@src/paths.ts';
import { StatusCell } from '../list/cells/StatusCell.tsx';
import { EmailCell, FullNameCell, NameCell, nameOf, OrganisationCell, UserNameCell } from '../list/cells/TextCells.tsx';
import { LastLoginCell } from '../list/cells/TimeCells.tsx';
import { statusOf } from '../list/userStatus.ts';

export type MemberColumn = 'userName' | 'name' | 'email' | 'status' | 'organisation' | 'lastLoginAt';
type Column = LocalListColumn<UserSummary, MemberColumn>;

const userNameOf = ({ userName }: UserSummary): string => userName;
const statusKind = (user: UserSummary): string => statusOf(user, Date.now()).kind;

const userName: Column = { key: 'userName', width: 158, share: 2, fixed: true, Cell: UserNameCell, sortValue: userNameOf };
const status: Column = { key: 'status', width: 216, share: 0, Cell: StatusCell, sortValue: statusKind };

const columns: readonly [Column, ...Column[]] = [
  userName,
  { key: 'name', width: 146, share: 2, Cell: FullNameCell, sortValue: nameOf },
  { key: 'email', width: 188, share: 3, Cell: EmailCell, sortValue: ({ email }) => email },
  status,
  {
    key: 'organisation',
    width: 190,
    minWidth: 140,
    share: 2,
    Cell: OrganisationCell,
    sortValue: ({ organisation }) => organisation.organisationName,
  },
  {
    key: 'lastLoginAt',
    width: 170,
    minWidth: 156,
    share: 0,
    Cell: LastLoginCell,
    sortValue: ({ lastLoginAt }) => (lastLoginAt === null ? 0 : Date.parse(lastLoginAt)),
    descendingFirst: true,
  },
];

/**
 * @param organisation ID of the only organisation whose users are listed
 * @param withOrganisation true if users of several organisations are listed
 */
export const membersList = (
  roleName: string,
  organisation: string | undefined,
  withOrganisation: boolean,
): LocalList<UserSummary, MemberColumn> => ({
  path: { to: (_params, query) => paths.roles.to({ roleName }, { organisation, ...query }) },
  pageOf: (user) => paths.usersEdit.to(user),
  idOf: ({ userId }) => userId,
  nameOf: userNameOf,
  searchTextOf: (user) => `${user.userName} ${nameOf(user)} ${user.email} ${user.userId}`,
  columns: withOrganisation ? columns : (columns.filter(({ key }) => key !== 'organisation') as [Column, ...Column[]]),
  narrowColumns: [
    { ...userName, fixed: false, Cell: NameCell },
    { ...status, width: 150 },
  ],
});
