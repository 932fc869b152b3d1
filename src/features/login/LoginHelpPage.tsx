/** The options of a user who cannot log in. */
import { useTranslation } from 'react-i18next';
import { useReturnUrlQuery } from '@src/navigation/returnUrl.ts';
import { supportLink } from '@src/navigation/supportLink.ts';
import { paths } from '@src/paths.ts';
import { Card } from '@src/ui/native/Card.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Tile } from '@src/ui/native/Tile.tsx';

export default function LoginHelpPage() {
  const { t } = useTranslation(['session', 'login']);
  const carried = useReturnUrlQuery();
  const options = [
    { key: 'userName', to: paths.forgottenUsername.to({}, carried) },
    { key: 'password', to: paths.forgottenPassword.to({}, carried) },
    { key: 'authenticator', to: supportLink({ about: 'authenticator' }, carried) },
    { key: 'support', to: paths.contactSupport.to({}, carried) },
  ] as const;
  return (
    <Card title={t('login:title')} heading={t('help.heading')} intro={t('help.intro')}>
      <ul className="stack-tight">
        {options.map(({ key, to }) => (
          <li key={key}>
            <Tile to={to} name={t(`help.${key}`)} line={t(`help.${key}How`)} />
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.login.to({}, carried)}>{t('help.back')}</Link>
      </p>
    </Card>
  );
}
