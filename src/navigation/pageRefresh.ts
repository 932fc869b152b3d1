/** A click on the link of the place where the user is: its data are read again, as a browser loads its page again. */

export const PAGE_REFRESH = 'page-refresh';

export const refreshPage = (): boolean => dispatchEvent(new Event(PAGE_REFRESH));
