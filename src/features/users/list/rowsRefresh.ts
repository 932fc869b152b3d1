/** Users were changed on the server: the list reads again the rows that it shows. */
export const ROWS_REFRESH = 'rows-refresh';

export const refreshRows = (): boolean => dispatchEvent(new Event(ROWS_REFRESH));
