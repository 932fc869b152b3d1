/** What follows a request, the same whether anybody is known or not: what may come by mail, and what to do when nothing comes. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { RecoveryLinks } from './RecoveryLinks.tsx';

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
      <RecoveryLinks />
    </Card>
  );
}
