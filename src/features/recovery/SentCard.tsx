/** Shown after a request, identical whether or not the account exists, against user enumeration (OWASP). */
import { useTranslation } from 'react-i18next';
import { Breakable } from '@src/ui/Breakable.tsx';
import { Alert } from '@src/ui/native/Alert.tsx';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
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
      <Alert severity="success">
        <Breakable>{children}</Breakable>
      </Alert>
      <p className="muted">{t('sent.nothing')}</p>
      <Button onClick={onAgain}>{again}</Button>
      <RecoveryLinks />
    </Card>
  );
}
