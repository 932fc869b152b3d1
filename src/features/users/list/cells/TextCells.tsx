/** Text cells, of one line; the title shows the full text, and the cell does while it has the focus. */
import { use } from 'react';
import { fullName } from '@api/contract/displayName.ts';
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';
import { CellTabIndexContext } from '@src/ui/grid/cellTabIndexContext.ts';
import { Link } from '@src/ui/Link.tsx';
import { factorOf, mfaOf } from '../userStatus.ts';
import { useList } from '../useList.ts';
import { Marked } from './Marked.tsx';

export interface CellProps {
  readonly row: UserSummary;
}

type Named = Pick<UserSummary, 'firstName' | 'lastName'> & Partial<Pick<UserSummary, 'inviteState'>>;

/** Empty for invited users, who have not entered their name yet. */
export const nameOf = ({ inviteState = null, ...names }: Named): string => (inviteState === null ? fullName(names) : '');

export function UserNameCell({ row }: CellProps) {
  return <UserLink row={row} />;
}

/** Opens the drawer, in another tab beside the whole list; the user's page where there is no drawer. */
export function UserLink({ row, small = false }: { readonly row: UserSummary; readonly small?: boolean }) {
  const tabIndex = use(CellTabIndexContext);
  const { openPanel } = useList();
  const { userName } = row;
  return (
    <Link
      className={small ? 'link cut second-line' : 'link cut'}
      otherwise="text"
      to={openPanel ? paths.usersList.to({}, { user: userName }) : paths.usersEdit.to({ userName })}
      title={userName}
      tabIndex={tabIndex}
      {...(openPanel && {
        onFollow: () => {
          openPanel(row);
        },
      })}
    >
      <Marked text={userName} />
    </Link>
  );
}

/** Shows the name with the user name beneath; for invited users the address alone. */
export function NameCell({ row }: CellProps) {
  const name = nameOf(row);
  if (name === '') return <UserLink row={row} />;
  return (
    <span className="two-lines">
      <span className="cut" title={name}>
        <Marked text={name} />
      </span>
      <UserLink row={row} small />
    </span>
  );
}

/** Shows the name beside a column of user names. */
export function FullNameCell({ row }: CellProps) {
  const name = nameOf(row);
  return (
    <span className="cut" title={name}>
      <Marked text={name} />
    </span>
  );
}

export function EmailCell({ row: { email } }: CellProps) {
  return (
    <span className="cut email" title={email}>
      <Marked text={email} />
    </span>
  );
}

/** Administrative roles first, each as a badge, the one that reaches farthest at the front. */
export function RolesCell({ row: { roles } }: CellProps) {
  const { roleNames } = useList();
  const administrative: readonly string[] = ADMINISTRATOR_ROLES.filter((role) => roles.includes(role)).reverse();
  const otherRoles = roles.filter((role) => !administrative.includes(role));
  return (
    <span className="cut" title={roleNames.exactly([...administrative, ...otherRoles])}>
      {administrative.map((role) => (
        <span key={role} className="badge">
          {roleNames.of(role)}
        </span>
      ))}
      {roleNames.list(otherRoles)}
    </span>
  );
}

export function OrganisationCell({ row: { organisation } }: CellProps) {
  return (
    <span className="cut" title={organisation.organisationName}>
      {organisation.organisationName}
    </span>
  );
}

export function MfaCell({ row }: CellProps) {
  const { t } = useList();
  const state = mfaOf(row);
  const factor = factorOf(row);
  return (
    <span
      className={`cut ${state === 'off' ? 'muted' : state === 'required' ? 'tone-text tone-warning' : ''}`}
      title={factor ? t(`factor.${factor}`) : t(`mfa.${state}`)}
    >
      {t(`mfa.${state}`)}
    </span>
  );
}

export function OwnerCell({ row: { owner } }: CellProps) {
  return (
    owner && (
      <span className="cut" title={owner.displayName}>
        {owner.userName}
      </span>
    )
  );
}

/** Shows the kind of a directory, or the name that another source gives itself. */
export function ManagedByCell({ row: { managedBy } }: CellProps) {
  const { t } = useList();
  const text = managedBy === 'SCIM' ? t('managedBy.directory') : managedBy;
  return (
    text && (
      <span className="cut" title={text}>
        {text}
      </span>
    )
  );
}
