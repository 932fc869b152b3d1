/** Performs the action of a pressed letter on a user, or says why it is unavailable. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { usePageConfig } from '@src/pageConfig/pageConfigContext.ts';
import { areCharacterKeysOn } from '@src/browser/characterKeys.ts';
import { actionOfLetter, actionOn } from './userActions.ts';
import { useUserActions } from './useUserActions.ts';

/** @param now milliseconds */
export function useActionLetters(now: number): (user: UserSummary, letter: string) => void {
  const { t } = useTranslation(['users', 'actions']);
  const dispatch = useDispatch();
  const { data: self } = useFetchSelfQuery();
  const { impersonation } = usePageConfig();
  const perform = useUserActions();
  return useCallback(
    (user, letter) => {
      const action = actionOfLetter(letter, user);
      if (!self || !action || (action === 'impersonate' && !impersonation) || !areCharacterKeysOn()) return;
      const { reason } = actionOn(action, self, user, now);
      if (reason === null) perform(action, user);
      else {
        const text = t('edit.security.refused', { action: t(`actions:${action}.label`), reason: t(`reason.${reason}`) });
        dispatch(noticeRaised({ message: { text } }));
      }
    },
    [t, dispatch, self, impersonation, perform, now],
  );
}
