/** Event after which the list reads its rows again, as users were changed on the server. */
export const ROWS_REFRESH = 'rows-refresh';

export const refreshRows = (): boolean => dispatchEvent(new Event(ROWS_REFRESH));
