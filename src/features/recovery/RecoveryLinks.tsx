/** Links below the recovery forms. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';

/** @param children a further link, between the fixed ones */
export function RecoveryLinks({ children }: { readonly children?: ReactNode }) {
  const { t } = useTranslation(['recovery', 'common']);
  const carried = useReturnUrlQuery();
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
