/** Lends the store to what stands inside; waits for it where it is still on its way. */
import { use, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLazyStore } from '@src/lazyStore.ts';

export default function StoreBoundary({ children }: { readonly children: ReactNode }) {
  return <Provider store={use(useLazyStore().open())}>{children}</Provider>;
}
