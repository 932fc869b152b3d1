/** The end of a task, loaded when it is reached. */
import { lazyPart } from './lazyPart.tsx';

export const Result = lazyPart(() => import(/* webpackChunkName: "result" */ './Result.tsx'), { inPlace: true });
