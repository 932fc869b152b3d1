/**
 * Shown if the user lacks a required role: which roles open the page, who grants them, and ways back; or if an application is not
 * open to the user, who was led here by the provider.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  Navigate,
  NavigationType,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useSearchParams,
} from 'react-router';
import { useCheckLoginQuery, useFetchApplicationHomeQuery } from '@api/client/login.api.ts';
import { type RoleName, SYSTEM_ADMINISTRATION } from '@api/contract/person.ts';
import { useWhenOnline } from '@src/browser/useWhenOnline.ts';
import { useGoBack } from '@src/navigation/useGoBack.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';

/** Set by the route guard in the history entry. */
interface MissingRole {
  /** Any of them opens the page. */
  readonly roles: readonly RoleName[];
  /** The requested URL. */
  readonly at: string;
  /** The check of the role failed, so that it may be there. */
  readonly isUnchecked: boolean;
}

/** System administrators may open everything: named only if no other role does. */
const withoutSystem = (roles: readonly RoleName[]): readonly RoleName[] => {
  const otherRoles = roles.filter((role) => role !== SYSTEM_ADMINISTRATION);
  return otherRoles.length > 0 ? otherRoles : roles;
};

export default function NoAccessPage() {
  const { t, i18n } = useTranslation(['session', 'common']);
  const { state, key } = useLocation() as { readonly state: MissingRole | null; readonly key: string };
  const roleNames = useRoleNames();
  const goBack = useGoBack();
  // On a reload or Back, check again whether the role was granted meanwhile; otherwise the check that led here counts.
  const isReturn = useNavigationType() === NavigationType.Pop;
  const check = useCheckLoginQuery(undefined, { skip: !isReturn || !state, refetchOnMountOrArgChange: true });
  // Shows only the name of a registered application: a link must not put words into this page.
  const [query] = useSearchParams();
  const applicationName = query.get('application') ?? '';
  const asked = useFetchApplicationHomeQuery({ applicationName }, { skip: applicationName === '' || Boolean(state) });
  // While fetching and after a failure, `data` is from an earlier request.
  const ownRoles = check.isSuccess && !check.isFetching && check.data.kind === 'signedIn' ? check.data.roles : [];
  // Stays granted: the requested page's own check fetches the same query, and leading there anew would end that check, for ever.
  const [grantedKey, setGrantedKey] = useState<string>();
  const isGranted = grantedKey === key;
  if (!isGranted && state?.roles.some((role) => ownRoles.includes(role))) setGrantedKey(key);
  if (state && isGranted) return <Navigate to={state.at} replace />;
  if (state?.isUnchecked) return <RoleUnchecked at={state.at} />;
  const application = asked.data?.displayName;
  const roles = withoutSystem(state?.roles ?? []).map((role) => t('noAccess.quoted', { role: roleNames.of(role) }));
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(roles);
  return (
    <Card title={t('noAccess.title')} heading={t('noAccess.heading')}>
      <div className="stack-tight">
        <p>
          {state
            ? t('noAccess.role', { count: roles.length, roles: list })
            : application === undefined
              ? t('noAccess.any')
              : t('noAccess.application', { application })}
        </p>
        <p className="muted">
          {state
            ? t(withoutSystem(state.roles).includes(SYSTEM_ADMINISTRATION) ? 'noAccess.whoSystem' : 'noAccess.whoSubscriber')
            : t('noAccess.whoAny')}
        </p>
      </div>
      <Button kind="primary" onClick={goBack}>
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

/**
 * Shown in place of a page whose role could not be checked, as the server failed.
 * @param at the requested URL
 */
function RoleUnchecked({ at }: { readonly at: string }) {
  const { t } = useTranslation(['session', 'common']);
  const navigate = useNavigate();
  const goBack = useGoBack();
  const isTrying = useNavigation().state !== 'idle';
  const tryAgain = () => void navigate(at, { replace: true });
  useWhenOnline(tryAgain);
  return (
    <Card title={t('noAccess.title')} heading={t('noAccess.unchecked')}>
      <p>{t('noAccess.uncheckedText')}</p>
      <Button kind="primary" busy={isTrying} onClick={tryAgain}>
        {t('common:tryAgain')}
      </Button>
      <Button onClick={goBack}>{t('common:back')}</Button>
    </Card>
  );
}
