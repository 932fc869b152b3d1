/** Links below the second step of a login, for a user who has no second factor at hand. */
import { useTranslation } from 'react-i18next';
import { returnUrlQuery } from '@src/navigation/returnUrl.ts';
import { supportLink } from '@src/navigation/supportLink.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';

export function MfaLinks({ returnUrl }: { readonly returnUrl: string | undefined }) {
  const { t } = useTranslation(['mfa', 'common']);
  return (
    <ul className="links">
      <li>
        <Link to={paths.login.to({}, returnUrlQuery(returnUrl))}>{t('back')}</Link>
      </li>
      <li>
        <Link to={supportLink({ about: 'authenticator' }, returnUrlQuery(returnUrl))}>{t('common:contactSupport')}</Link>
      </li>
    </ul>
  );
}
