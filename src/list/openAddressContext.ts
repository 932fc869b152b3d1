/** The URL that opens a row's panel in the current list, for the link in its cell. */
import { createContext } from 'react';

export const OpenAddressContext = createContext<(id: string) => string>(() => '');
