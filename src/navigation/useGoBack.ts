/** Going back: where one came from if that was one of our pages, else to the login start page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';

/** Only entries of this origin count: a button of ours never leads to a foreign page or out of the tab's first one. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}

/** For the click on a button; the second of a double click would go back once more. */
export function useGoBack(): (click: { readonly detail: number }) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ detail }) => {
      if (detail < 2) void (canGoBack() ? navigate(-1) : navigate(paths.login.to()));
    },
    [navigate],
  );
}
