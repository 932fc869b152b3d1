/** The end of a task, loaded when it is reached. */
import { lazy } from 'react';

export const Result = lazy(() => import(/* webpackChunkName: "result" */ './Result.tsx'));
