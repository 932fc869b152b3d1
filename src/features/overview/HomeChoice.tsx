/** The user's choice of the page to open after login. The server stores it, so that it holds in every browser. */
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSetHomeMutation } from '@api/client/overview.api.ts';
import type { Overview } from '@api/contract/overview.ts';

export function HomeChoice({ home }: Pick<Overview, 'home'>) {
  const { t } = useTranslation('overview');
  const [setHome, { isLoading, originalArgs }] = useSetHomeMutation();
  const shown = isLoading && originalArgs ? originalArgs.home : home;
  return (
    <Checkbox
      checked={shown === 'overview'}
      onChange={({ target }) => void setHome({ home: target.checked ? 'overview' : 'users' })}
    >
      {t('home')}
    </Checkbox>
  );
}
