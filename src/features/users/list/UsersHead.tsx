/** Heading of the users list, with links to roles, adding and inviting. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Self } from '@api/contract/users.shapes.ts';
import { isSystemAdmin } from '@api/contract/person.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';

interface Props {
  /** Null until it is known. */
  readonly self: Self | null;
  /** Begins the tour of the list; undefined where it is not offered. */
  readonly onTour: (() => void) | undefined;
}

export function UsersHead({ self, onTour }: Props) {
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
          <Link className="button button-secondary" to={paths.usersAdd.to()}>
            {t('list.add')}
          </Link>
        )}
        <Link className="button button-primary" to={paths.usersInvite.to()}>
          {t('list.invite')}
        </Link>
      </div>
    </header>
  );
}
