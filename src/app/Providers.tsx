/** Context of every screen: configuration, translations, lazy store. */
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { LazyStoreContext, type LazyStore } from '@src/lazyStore.ts';
import type { PageConfig } from '@src/pageConfig/pageConfig.ts';
import { PageConfigContext } from '@src/pageConfig/pageConfigContext.ts';

interface Props {
  readonly config: PageConfig;
  readonly translations: i18n;
  readonly store: LazyStore;
  readonly children: ReactNode;
}

export function Providers({ config, translations, store, children }: Props) {
  return (
    <PageConfigContext value={config}>
      <I18nextProvider i18n={translations}>
        <LazyStoreContext value={store}>{children}</LazyStoreContext>
      </I18nextProvider>
    </PageConfigContext>
  );
}
