/** Performs the action of a pressed letter on a user, or says why it is unavailable. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { areCharacterKeysOn } from '@src/browser/characterKeys.ts';
import { actionOfLetter, actionOn } from './userActions.ts';
import { useUserActions } from './useUserActions.ts';

/** The list is shown without them. */
const loadWords = withPhrases(['actions'], () => Promise.resolve());

/** @param now milliseconds */
export function useActionLetters(now: number): (user: UserSummary, letter: string) => void {
  const { i18n } = useTranslation('users');
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  const perform = useUserActions();
  return useCallback(
    (user, letter) => {
      const action = actionOfLetter(letter, user);
      if (!self || !action || (action === 'impersonate' && !impersonation) || !areCharacterKeysOn()) return;
      const { reason } = actionOn(action, self, user, now);
      const act = () => {
        if (reason === null) {
          perform(action, user);
          return;
        }
        const t = i18n.getFixedT(null, ['users', 'actions']);
        const text = t('edit.security.refused', { action: t(`actions:${action}.label`), reason: t(`reason.${reason}`) });
        dispatch(noticeRaised({ message: { text } }));
      };
      void loadWords().then(act, act);
    },
    [i18n, dispatch, self, impersonation, perform, now],
  );
}
