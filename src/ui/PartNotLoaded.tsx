/** Says that a part of the page could not be loaded, where it would be or in a toast, and asks for it again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { noticeDismissed, noticeRaised, selectNotices } from '@store/notices/notices.slice.ts';
import { partsWanted, selectPartAttempts } from '@store/notices/parts.slice.ts';
import { reachesServer } from '@src/browser/reachesServer.ts';
import { useWhenOnline } from '@src/browser/useWhenOnline.ts';
import { Alert } from './native/Alert.tsx';
import { Button } from './native/Button.tsx';

export interface Failure {
  /** How often the part could not be loaded. */
  readonly count: number;
}

interface Props {
  readonly failure: Failure;
  readonly inPlace: boolean;
  readonly onAgain: () => void;
  readonly onShown: () => void;
}

/** Every toast of a part that failed; there is one at a time. */
const phrases = ['common:failed.notLoaded', 'common:failed.outdated'] as const;
type State = Parameters<typeof selectNotices>[0];

export function PartNotLoaded({ failure, inPlace, onAgain, onShown }: Props) {
  const { t } = useTranslation('common');
  const { isOutdated, again } = useAgain(failure, onAgain);
  useToast(failure, isOutdated, inPlace);
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    shown();
  }, [failure]);
  return inPlace ? (
    <Alert severity="error" actions={<Button onClick={again}>{t(isOutdated ? 'reload' : 'tryAgain')}</Button>}>
      {t(isOutdated ? 'failed.outdated' : 'failed.part')}
    </Alert>
  ) : null;
}

/** After a deployment the code may be gone for good: where the server answers, the user may reload the page. */
function useAgain({ count }: Failure, onAgain: () => void) {
  const attempts = useSelector(selectPartAttempts);
  const [outdatedAt, setOutdatedAt] = useState<number>();
  const isOutdated = outdatedAt === count;
  useEffect(() => {
    if (count < 2) return undefined;
    let isCurrent = true;
    void reachesServer().then((isReached) => {
      if (isCurrent && isReached) setOutdatedAt(count);
    });
    return () => {
      isCurrent = false;
    };
  }, [count]);
  const again = () => {
    if (isOutdated) location.reload();
    else onAgain();
  };
  const asked = useEffectEvent(again);
  const known = useRef(attempts);
  useEffect(() => {
    if (known.current === attempts) return;
    known.current = attempts;
    asked();
  }, [attempts]);
  useWhenOnline(onAgain);
  return { isOutdated, again };
}

function useToast(failure: Failure, isOutdated: boolean, inPlace: boolean): void {
  const dispatch = useDispatch();
  const store = useStore<State>();
  useEffect(() => {
    if (inPlace) return undefined;
    const dismiss = () => {
      for (const { id, message } of selectNotices(store.getState()))
        if ('phrase' in message && (phrases as readonly string[]).includes(message.phrase)) dispatch(noticeDismissed(id));
    };
    dismiss();
    dispatch(
      noticeRaised({
        severity: 'error',
        message: { phrase: phrases[isOutdated ? 1 : 0] },
        timeout: false,
        action: { label: { phrase: isOutdated ? 'common:reload' : 'common:tryAgain' }, dispatch: partsWanted() },
      }),
    );
    return dismiss;
  }, [dispatch, store, failure, isOutdated, inPlace]);
}
