/** Provides the store to its children; suspends while it is loading. */
import { use, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLazyStore } from '@src/lazyStore.ts';

export default function StoreBoundary({ children }: { readonly children: ReactNode }) {
  return <Provider store={use(useLazyStore().open())}>{children}</Provider>;
}
