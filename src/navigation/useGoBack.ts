/** Back to the previous page if it was one of ours, else to the login start page. */
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '@src/paths.ts';

/** Only entries of this origin count: never leads to another site or out of the tab's first entry. */
function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { readonly canGoBack: boolean } };
  return navigation?.canGoBack ?? ((history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}

/** Click handler; ignores the second click of a double click. */
export function useGoBack(): (click: { readonly detail: number }) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ detail }) => {
      if (detail < 2) void (canGoBack() ? navigate(-1) : navigate(paths.login.to()));
    },
    [navigate],
  );
}
