/** Lends the store to what stands inside; waits for it where it is still on its way. */
import { use, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { useLateStore } from './lateStore.ts';

export default function StoreArea({ children }: { readonly children: ReactNode }) {
  return <Provider store={use(useLateStore().open())}>{children}</Provider>;
}
