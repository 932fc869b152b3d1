/** Heading of the users list, with links to roles, adding and inviting. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Self } from '@api/contract/users.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { formAddress } from '../fields/wantedOrganisation.ts';

interface Props {
  /** Null until it is known. */
  readonly self: Self | null;
  /** Conditions of the list. */
  readonly where: readonly UserCondition[];
  /** Begins the tour of the list; undefined where it is not offered. */
  readonly onTour: (() => void) | undefined;
}

export function UsersHead({ self, where, onTour }: Props) {
  const { t } = useTranslation('users');
  return (
    <header className="row spread">
      <div className="row row-tight small-buttons">
        <PageHeading title={t('list.title')}>{t('list.title')}</PageHeading>
        <Link className="link small" to={paths.roles.to()}>
          {t('rolesPage.title')}
        </Link>
        {onTour && (
          <Button type="link" className="flush-start" onClick={onTour}>
            {t('tour.offer')}
          </Button>
        )}
      </div>
      <div className="button-row">
        {self && isSystemAdmin(self) && (
          <Link className="button button-secondary" to={formAddress(paths.usersAdd.to(), where)}>
            {t('list.add')}
          </Link>
        )}
        <Link className="button button-primary" to={formAddress(paths.usersInvite.to(), where)}>
          {t('list.invite')}
        </Link>
      </div>
    </header>
  );
}
