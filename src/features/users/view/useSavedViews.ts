/** The saved view that the list shows. An address without a choice of its own opens the one it names, or the organisation's default. */
import { useCallback, useEffect, useState } from 'react';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { useFetchViewsQuery } from '@api/client/views.api.ts';
import type { View } from '@api/contract/views.ts';
import { readPinned, writePinned } from './pinnedViews.ts';
import type { UsersAddress } from './useUsersAddress.ts';
import { ALL_USERS, type UsersView } from './usersView.ts';
import { isAllUsers, isSameView, viewOf } from './viewContent.ts';

export interface SavedViews {
  /** Undefined until they are known. */
  readonly views: readonly View[] | undefined;
  readonly shown: View | undefined;
  /** Views with a tab of their own: shared, or pinned here. */
  readonly tabs: readonly View[];
  readonly isPinned: (view: View) => boolean;
  readonly pin: (view: View, pinned: boolean) => void;
  /** The list differs from the shown view by now. */
  readonly isChanged: boolean;
  /** The address names a view that does not exist for the caller. */
  readonly isMissing: boolean;
  /** Another address follows, so the rows of this one need not be shown. */
  readonly isOpening: boolean;
  /** The view ID for the address of a changed list. */
  readonly viewIdFor: (next: UsersView, viewId: string | undefined) => string | undefined;
}

/** More tabs would not fit into the window; the other views are in the list of saved views. */
const MAX_TABS = 6;

function usePinnedViews(): Pick<SavedViews, 'isPinned' | 'pin'> {
  const { data: self } = useFetchSelfQuery();
  const userId = self?.userId;
  const [, setChanges] = useState(0);
  const pinned = userId === undefined ? [] : readPinned(userId);
  return {
    isPinned: ({ viewId }) => pinned.includes(viewId),
    pin: ({ viewId }, isPinned) => {
      if (userId === undefined) return;
      const others = pinned.filter((id) => id !== viewId);
      writePinned(userId, isPinned ? [...others, viewId] : others);
      setChanges((count) => count + 1);
    },
  };
}

export function useSavedViews(wantedView: UsersView, { viewId, unknownFilter, latest, go }: UsersAddress): SavedViews {
  const { data: views, isLoading } = useFetchViewsQuery();
  const shown = views?.find((view) => view.viewId === viewId);
  const { isPinned, pin } = usePinnedViews();
  const standard = views?.find((view) => view.isDefault);
  const hasDefault = standard !== undefined;
  const isOpen = isAllUsers(wantedView) && viewId !== ALL_USERS && unknownFilter === undefined;
  const opened = viewId === undefined ? standard : shown;
  const next = isOpen && opened && (viewId === undefined || !isAllUsers(viewOf(opened.content))) ? opened : undefined;

  useEffect(() => {
    if (next) go({ ...latest(), view: viewOf(next.content), viewId: next.viewId }, { replace: true });
  }, [next, go, latest]);

  const viewIdFor = useCallback<SavedViews['viewIdFor']>(
    (changed, from) => {
      if (isAllUsers(changed)) return hasDefault ? ALL_USERS : undefined;
      return from === ALL_USERS ? undefined : from;
    },
    [hasDefault],
  );
  return {
    views,
    shown,
    tabs: views?.filter((view) => view.shared || isPinned(view)).slice(0, MAX_TABS) ?? [],
    isPinned,
    pin,
    isChanged: shown !== undefined && !isSameView(viewOf(shown.content), wantedView),
    isMissing: views !== undefined && viewId !== undefined && viewId !== ALL_USERS && !shown,
    isOpening: isOpen && (isLoading || next !== undefined),
    viewIdFor,
  };
}
