/** What React does with errors: it tells the operator. What the person sees is the error boundary's business. */
import type { RootOptions } from 'react-dom/client';
import type { ClientOnErrorFunction } from 'react-router';
import { SessionCheckError } from '@src/navigation/navigationErrors.ts';
import { report } from './errorReporting.ts';

const tell = (where: string) => (error: unknown) => {
  report(error, where);
};

export const reactOptions = {
  onUncaughtError: tell('react'),
  onCaughtError: tell('screen'),
  onRecoverableError: tell('recovered'),
} satisfies RootOptions;

/** The code of a screen that could not be fetched. What broke while rendering, React reports itself. */
export const reportNavigationError: ClientOnErrorFunction = (error, { errorInfo }) => {
  if (!errorInfo && !(error instanceof SessionCheckError)) report(error, 'navigation');
};
