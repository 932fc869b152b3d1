/** A dialog of a feature that the bar opens, loaded at its first opening. */
import { type ComponentType, useCallback, useState } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { lazyPart } from '@src/ui/lazyPart.tsx';

/** Loads a feature's dialog; its phrases are those of the users list. */
export type LoadDialog<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** @returns `Dialog` while it is open, for a `Suspense` whose key is `attempt`: opened again, a missing one is asked for again */
export function useLoadedDialog<Props extends object>(load: LoadDialog<Props>) {
  const [Part] = useState(() => lazyPart(withPhrases(['users', 'actions', 'bulk'], load)));
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const open = useCallback(() => {
    setOpen(true);
    setAttempt((count) => count + 1);
  }, []);
  const close = useCallback(() => {
    setOpen(false);
  }, []);
  return { Dialog: isOpen ? Part : null, attempt, open, close };
}
