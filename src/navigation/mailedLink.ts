/**
 * User and token of a mailed link. Removed from the address bar at once, so that no history, referrer, screenshot or report shows
 * them, and kept in this tab's history entry: there they survive a reload and Back, and end with the tab.
 */
import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface MailedLink {
  readonly userId: string;
  readonly token: string;
}

/** State of the history entry of a mailed link's page. */
export interface LinkEntry {
  readonly link?: MailedLink;
  /** Token of a link that belongs to no user. */
  readonly token?: string;
}

/** `arriving` until the address bar is clean; then the entry's link. Undefined without user or token. */
export function useMailedLink(): MailedLink | 'arriving' | undefined {
  const entry = useLinkEntry();
  return entry === 'arriving' ? entry : entry?.link;
}

/** Like `useMailedLink`, for a link that belongs to no user. */
export function useMailedToken(): { readonly token: string } | 'arriving' | undefined {
  const entry = useLinkEntry();
  const token = entry === 'arriving' ? undefined : entry?.token;
  const mailed = useMemo(() => (token === undefined ? undefined : { token }), [token]);
  return entry === 'arriving' ? entry : mailed;
}

function useLinkEntry(): LinkEntry | 'arriving' | null {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search } = location;
  const isArriving = /[?&](userId|token)=/.test(search);

  useEffect(() => {
    if (!isArriving) return;
    const query = new URLSearchParams(search);
    const userId = query.get('userId');
    const token = query.get('token');
    const entry: LinkEntry = !token ? {} : userId ? { link: { userId, token } } : { token };
    query.delete('userId');
    query.delete('token');
    const rest = query.toString();
    void navigate(pathname + (rest && `?${rest}`), { replace: true, state: entry });
  }, [isArriving, pathname, search, navigate]);

  return isArriving ? 'arriving' : (location.state as LinkEntry | null);
}
