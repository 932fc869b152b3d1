/** Shown instead of rows: no users yet, no match, or a failed request; each with its next step. */
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { DORMANT_DAYS } from '@api/contract/users.page.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { paths } from '@src/paths.ts';
import { problemMessage } from '@src/forms/submission.ts';
import { Button } from '@src/ui/Button.tsx';
import { Link } from '@src/ui/Link.tsx';
import { allUsersView, type UsersView } from '../view/usersView.ts';

interface StateProps {
  readonly heading: string;
  readonly text: string;
  readonly children: ReactNode;
}

function State({ heading, text, children }: StateProps) {
  return (
    <div className="users-state">
      <div className="users-state-words">
        <h2>{heading}</h2>
        <p className="muted">{text}</p>
        <div className="button-row">{children}</div>
      </div>
    </div>
  );
}

interface EmptyProps {
  readonly view: UsersView;
  readonly onView: (view: UsersView) => void;
}

export function EmptyState({ view, onView }: EmptyProps) {
  const { t } = useTranslation('users');
  const { filter, search, where } = view;
  if (search !== '' || where.length > 0) {
    return (
      <State
        heading={search === '' ? t('empty.conditions.heading') : t('empty.search.heading', { search })}
        text={t('empty.search.text')}
      >
        {search !== '' && (
          <Button kind="primary" onClick={() => onView({ ...view, search: '' })}>
            {t('empty.search.clear')}
          </Button>
        )}
        {filter !== 'all' && <Button onClick={() => onView({ ...view, filter: 'all' })}>{t('empty.search.everywhere')}</Button>}
        {where.length > 0 && <Button onClick={() => onView({ ...view, where: [] })}>{t('empty.search.conditions')}</Button>}
      </State>
    );
  }
  if (filter !== 'all') {
    return (
      <State
        heading={t('empty.filter.heading')}
        text={t('empty.filter.text', { filter: t(`filter.${filter}`, { days: DORMANT_DAYS }) })}
      >
        <Button kind="primary" onClick={() => onView({ ...allUsersView, sort: view.sort })}>
          {t('empty.filter.all')}
        </Button>
      </State>
    );
  }
  return (
    <State heading={t('empty.none.heading')} text={t('empty.none.text')}>
      <Link className="button button-primary" to={paths.usersInvite.to()}>
        {t('list.invite')}
      </Link>
    </State>
  );
}

export function FailedState({ problem, onTryAgain }: { readonly problem: ClientProblem; readonly onTryAgain: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  const { t: common } = useTranslation('common');
  return (
    <div role="alert">
      <State heading={t('empty.failed.heading')} text={problemMessage(problem, common)}>
        <Button kind="primary" onClick={onTryAgain}>
          {common('tryAgain')}
        </Button>
      </State>
    </div>
  );
}
