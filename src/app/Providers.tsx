/** What every screen finds around itself: configuration, phrases, store. */
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import type { Store } from '@store/createStore.ts';
import type { PageConfig } from './pageConfig.ts';
import { PageConfigContext } from './pageConfigContext.ts';

interface Props {
  readonly config: PageConfig;
  readonly translations: i18n;
  readonly store: Store;
  readonly children: ReactNode;
}

export function Providers({ config, translations, store, children }: Props) {
  return (
    <PageConfigContext value={config}>
      <I18nextProvider i18n={translations}>
        <Provider store={store}>{children}</Provider>
      </I18nextProvider>
    </PageConfigContext>
  );
}
