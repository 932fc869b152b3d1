/** A page that needs a role one does not have: which, who can grant it, and ways back. */
import { useTranslation } from 'react-i18next';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router';
import { SYSTEM_ADMINISTRATION } from '@api/contract/person.ts';
import { useGoBack } from '@src/app/useGoBack.ts';
import { useHasRole } from '@src/app/useHasRole.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { Link } from '@src/ui/Link.tsx';

/** What the guard leaves in the history entry. */
export interface MissingRole {
  readonly role: string;
  /** The page that was asked for. */
  readonly at: string;
}

export default function NoAccessPage() {
  const { t } = useTranslation(['login', 'common']);
  const { state } = useLocation() as { readonly state: MissingRole | null };
  const roleNames = useRoleNames();
  const goBack = useGoBack();
  // A user who has been given the role meanwhile goes on when the page is loaded anew, or returned to; the check that led here counts until then.
  const isReturn = useNavigationType() === NavigationType.Pop;
  const hasRole = useHasRole(isReturn ? state?.role : undefined);
  if (state && hasRole) return <Navigate to={state.at} replace />;
  return (
    <Card title={t('noAccess.title')} heading={t('noAccess.heading')}>
      <div className="stack-tight">
        <p>{state ? t('noAccess.role', { role: roleNames.of(state.role) }) : t('noAccess.any')}</p>
        <p className="muted">
          {state
            ? t(state.role === SYSTEM_ADMINISTRATION ? 'noAccess.whoSystem' : 'noAccess.whoSubscriber')
            : t('noAccess.whoAny')}
        </p>
      </div>
      <Button kind="primary" wide onClick={goBack}>
        {t('common:back')}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.securityDetails.to()}>{t('noAccess.home')}</Link>
        </li>
        <li>
          <Link to={paths.login.to()}>{t('noAccess.other')}</Link>
        </li>
      </ul>
    </Card>
  );
}
