/** Whether somebody is on the way elsewhere while the place they leave is still drawn: nothing that goes by itself may take that back. */
import { createContext, useContext } from 'react';

export const UnderWayContext = createContext<() => boolean>(() => false);

/** To be asked at the moment of going. */
export const useUnderWay = (): (() => boolean) => useContext(UnderWayContext);
