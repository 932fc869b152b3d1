/** Users who were changed here no longer match the list: their rows stay in place until one asks for fresh ones. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly count: number;
  readonly onRefresh: () => void;
}

export function Unmatched({ count, onRefresh }: Props) {
  const { t } = useTranslation('users');
  return (
    <p role="status" className="list-notice box row row-tight">
      {t('list.unmatched', { count })}
      <Button type="link" size="small" onClick={onRefresh}>
        {t('list.refresh')}
      </Button>
    </p>
  );
}
