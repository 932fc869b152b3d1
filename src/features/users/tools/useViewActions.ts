/** The actions on a saved view, as items of its menu. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import {
  useCreateViewMutation,
  useReplaceViewMutation,
  useSetDefaultViewMutation,
  useShareViewMutation,
} from '@api/client/views.api.ts';
import type { View, ViewContent } from '@api/contract/views.ts';
import { deletionRequested } from '@store/users/views/views.module.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { isClientProblem } from '@api/client/clientProblem.ts';
import type { MenuItem } from '@src/ui/Menu.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import type { SavedViews } from '../view/useSavedViews.ts';

interface Handlers extends Pick<SavedViews, 'isPinned' | 'pin'> {
  readonly onRename: () => void;
  /** Closes the list of views. */
  readonly onClose: () => void;
}

export function useViewActions(
  view: View,
  content: ViewContent,
  { isPinned, pin, onRename, onClose }: Handlers,
): readonly MenuItem[] {
  const { t } = useTranslation('users');
  const dispatch = useDispatch();
  const notify = useNotify();
  const [createView] = useCreateViewMutation();
  const [replaceView] = useReplaceViewMutation();
  const [shareView] = useShareViewMutation();
  const [setDefaultView] = useSetDefaultViewMutation();
  const { viewId, name, own, shared, isDefault, manageable } = view;

  const copy = async () => {
    const { error } = await createView({ body: { name, content: view.content } });
    if (isClientProblem(error)) dispatch(noticeRaised({ message: problemMessage(error) }));
    else notify('users:views.taken', { name });
  };
  const replace = async () => {
    const { error } = await replaceView({ viewId, body: { content } });
    if (!error) notify('users:views.replaced', { name });
  };
  return [
    ...(manageable
      ? [
          { key: 'rename', label: t('views.rename'), onSelect: onRename },
          { key: 'replace', label: t('views.replace'), onSelect: () => void replace() },
        ]
      : []),
    ...(own
      ? [
          {
            key: 'share',
            label: t(shared ? 'views.unshare' : 'views.share'),
            onSelect: () => void shareView({ viewId, shared: !shared }),
          },
        ]
      : [{ key: 'copy', label: t('views.take'), onSelect: () => void copy() }]),
    ...(shared
      ? []
      : [
          {
            key: 'pin',
            label: t(isPinned(view) ? 'views.unpin' : 'views.pin'),
            onSelect: () => {
              pin(view, !isPinned(view));
            },
          },
        ]),
    {
      key: 'default',
      label: t(isDefault ? 'views.clearDefault' : 'views.setDefault'),
      reason: shared ? undefined : t('views.shareFirst'),
      onSelect: () => void setDefaultView({ viewId, isDefault: !isDefault }),
    },
    ...(manageable
      ? [
          {
            key: 'delete',
            label: t('views.delete.open'),
            danger: true,
            apart: true,
            onSelect: () => {
              onClose();
              dispatch(deletionRequested({ viewId, name, shared }));
            },
          },
        ]
      : []),
  ];
}
