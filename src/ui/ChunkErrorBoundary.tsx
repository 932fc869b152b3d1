/** If a part's code cannot be loaded, an alert or the fallback takes its place and the rest of the page stays. Reloading gets the new code. */
import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reachesServer } from '@src/browser/reachesServer.ts';
import { Alert } from './native/Alert.tsx';

interface Props {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

export class ChunkErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { fallback = <ChunkFailed />, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}

const reload = async () => {
  if (await reachesServer()) location.reload();
};

function ChunkFailed() {
  const { t } = useTranslation('common');
  return (
    <Alert severity="error" actions={<Button onClick={() => void reload()}>{t('tryAgain')}</Button>}>
      {t('failed.part')}
    </Alert>
  );
}
