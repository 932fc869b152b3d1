import { createContext, useContext } from 'react';
import { parsePageConfig, type PageConfig } from './pageConfig.ts';

export const PageConfigContext = createContext<PageConfig>(parsePageConfig(null));

export const usePageConfig = (): PageConfig => useContext(PageConfigContext);
