/** Text cells, of two lines at most; the title shows the full text. */
import { use } from 'react';
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

export const nameOf = ({ firstName, lastName }: Pick<UserSummary, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

export function UserNameCell({ row: { userName } }: CellProps) {
  const tabIndex = use(CellTabIndexContext);
  return (
    <Link className="link cut" otherwise="text" to={paths.usersEdit.to({ userName })} title={userName} tabIndex={tabIndex}>
      <Marked text={userName} />
    </Link>
  );
}

export function NameCell({ row }: CellProps) {
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

export function RolesCell({ row: { roles } }: CellProps) {
  const { roleNames } = useList();
  return (
    <span className="cut" title={roleNames.exactly(roles)}>
      {roleNames.list(roles)}
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
