/** What every screen finds around itself: configuration, phrases, and the way to the store. */
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { LateStoreContext, type LateStore } from './lateStore.ts';
import type { PageConfig } from './pageConfig.ts';
import { PageConfigContext } from './pageConfigContext.ts';

interface Props {
  readonly config: PageConfig;
  readonly translations: i18n;
  readonly store: LateStore;
  readonly children: ReactNode;
}

export function Providers({ config, translations, store, children }: Props) {
  return (
    <PageConfigContext value={config}>
      <I18nextProvider i18n={translations}>
        <LateStoreContext value={store}>{children}</LateStoreContext>
      </I18nextProvider>
    </PageConfigContext>
  );
}
