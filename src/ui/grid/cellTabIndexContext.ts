/** `tabIndex` of links and buttons in cells: -1 where the grid manages the focus, 0 in the plain table before it. */
import { createContext } from 'react';

export const CellTabIndexContext = createContext<0 | -1>(-1);
