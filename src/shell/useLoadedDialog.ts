/** A dialog of a feature that the bar opens, loaded at its first opening. */
import { type ComponentType, useCallback, useState } from 'react';
import { useDispatch } from 'react-redux';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';

/** Loads a feature's dialog; its phrases are those of the users list. */
export type LoadDialog<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** This is no lazy component: one that cannot be loaded, for example offline, would replace the page by an error. */
export function useLoadedDialog<Props>(load: LoadDialog<Props>) {
  const dispatch = useDispatch();
  const [Dialog, setDialog] = useState<ComponentType<Props> | null>(null);
  const open = useCallback(() => {
    withPhrases(['users'], load)().then(
      (module) => {
        setDialog(() => module.default);
      },
      () => dispatch(noticeRaised({ severity: 'error', message: { phrase: 'common:failed.part' } })),
    );
  }, [dispatch, load]);
  const close = useCallback(() => {
    setDialog(null);
  }, []);
  return { Dialog, open, close };
}
