/** Shown instead of rows: no users yet, or no match; each with its next step. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { ListState } from '@src/ui/ListState.tsx';
import { allUsersView, type UsersView } from '../view/usersView.ts';

interface EmptyProps {
  readonly view: UsersView;
  /** How many users the tab of all would show; undefined until counted. */
  readonly inAll: number | undefined;
  readonly onView: (view: UsersView) => void;
}

export function EmptyState({ view, inAll, onView }: EmptyProps) {
  const { t } = useTranslation('users');
  const { filter, search, where } = view;
  if (search !== '' || where.length > 0) {
    return (
      <ListState
        heading={search === '' ? t('empty.conditions.heading') : t('empty.search.heading', { search })}
        text={search === '' ? undefined : t('empty.search.text')}
      >
        {search !== '' && (
          <Button type="primary" onClick={() => onView({ ...view, search: '' })}>
            {t('empty.search.clear')}
          </Button>
        )}
        {where.length > 0 && (
          <Button type={search === '' ? 'primary' : 'default'} onClick={() => onView({ ...view, where: [] })}>
            {t('empty.search.conditions')}
          </Button>
        )}
        {filter !== 'all' && inAll !== 0 && (
          <Button onClick={() => onView({ ...view, filter: 'all' })}>{t('empty.search.everywhere')}</Button>
        )}
      </ListState>
    );
  }
  if (filter !== 'all') {
    return (
      <ListState heading={t('empty.filter.heading')} text={t('empty.filter.text', { filter: t(`filter.${filter}`) })}>
        <Button type="primary" onClick={() => onView({ ...allUsersView, sort: view.sort })}>
          {t('empty.filter.all')}
        </Button>
      </ListState>
    );
  }
  return (
    <ListState heading={t('empty.none.heading')} text={t('empty.none.text')}>
      <Link className="button button-primary" to={paths.usersInvite.to()}>
        {t('list.invite')}
      </Link>
    </ListState>
  );
}
