/** Where a part throws, an alert or the fallback takes its place, and the rest of the page stays. The button shows the part anew. */
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from './native/Alert.tsx';
import { Button } from './native/Button.tsx';

interface Props {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

export class PartErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  readonly showAnew = (): void => {
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    const { fallback = <Failed onAgain={this.showAnew} />, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}

function Failed({ onAgain }: { readonly onAgain: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Alert severity="error" actions={<Button onClick={onAgain}>{t('tryAgain')}</Button>}>
      {t('failed.part')}
    </Alert>
  );
}
