/** Links to add, import and move in users, for system administrators. */
import { useTranslation } from 'react-i18next';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { formAddress } from '../fields/wantedOrganisation.ts';

interface Props {
  /** Conditions of the list: one for a single organisation is preset in the form. */
  readonly where: readonly UserCondition[];
  readonly onFollow: () => void;
}

export default function AddLinks({ where, onFollow }: Props) {
  const { t } = useTranslation('users');
  return (
    <>
      <Link to={formAddress(paths.usersAdd.to(), where)} onClick={onFollow}>
        {t('list.add')}
      </Link>
      <Link to={paths.usersImport.to()} onClick={onFollow}>
        {t('list.import')}
      </Link>
      <Link to={paths.usersMoveIn.to()} onClick={onFollow}>
        {t('list.moveIn')}
      </Link>
    </>
  );
}
