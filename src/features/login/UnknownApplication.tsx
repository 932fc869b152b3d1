/** Shown under the name of an application that does not exist; its name is not repeated, as a link must not put words into this page. */
import { useTranslation } from 'react-i18next';
import { returnUrlQuery, useReturnUrl } from '@src/navigation/returnUrl.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';

export function UnknownApplication() {
  const { applications = [], defaultApplication } = usePageConfig();
  const main = applications.find(({ applicationName }) => applicationName === defaultApplication);
  const { t } = useTranslation('login');
  const carried = returnUrlQuery(useReturnUrl());
  return (
    <Card title={t('title')} heading={t('unknown.heading')}>
      <p>{t('unknown.text')}</p>
      <Link className="button button-primary" to={paths.loginForm.to({ application: defaultApplication }, carried)}>
        {t('form.heading', { application: main?.displayName ?? defaultApplication })}
      </Link>
      {applications.length > 1 && (
        <ul className="links">
          <li>
            <Link to={paths.login.to({}, carried)}>{t('unknown.choose')}</Link>
          </li>
        </ul>
      )}
    </Card>
  );
}
