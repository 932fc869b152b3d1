/** Where else one may go from here. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCarriedReturnUrl } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';

/** @param children a further way, between the two that are always there */
export function RecoveryLinks({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation(['recovery', 'common']);
  const carried = useCarriedReturnUrl();
  return (
    <ul className="links">
      <li>
        <Link to={paths.login.to({}, carried)}>{t('back')}</Link>
      </li>
      {children}
      <li>
        <Link to={paths.contactSupport.to({}, carried)}>{t('common:contactSupport')}</Link>
      </li>
    </ul>
  );
}
