/** What follows a request, the same whether anybody is known or not: what may come by mail, and what to do when nothing comes. */
import { useTranslation } from 'react-i18next';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { Link } from '@src/ui/Link.tsx';

interface Props {
  readonly title: string;
  readonly children: string;
  readonly again: string;
  readonly onAgain: () => void;
}

export function SentCard({ title, children, again, onAgain }: Props) {
  const { t } = useTranslation(['recovery', 'common']);
  return (
    <Card title={title} heading={t('sent.heading')}>
      <Alert severity="success">{children}</Alert>
      <p className="muted">{t('sent.nothing')}</p>
      <Button wide onClick={onAgain}>
        {again}
      </Button>
      <ul className="links">
        <li>
          <Link to={paths.login.to()}>{t('back')}</Link>
        </li>
        <li>
          <Link to={paths.contactSupport.to()}>{t('common:contactSupport')}</Link>
        </li>
      </ul>
    </Card>
  );
}
