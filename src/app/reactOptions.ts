/** What React does with errors: it tells the operator. What the person sees is the error boundary's business. */
import type { RootOptions } from 'react-dom/client';
import { report } from './errorReporting.ts';

const tell = (where: string) => (error: unknown) => {
  report(error, where);
};

export const reactOptions: RootOptions = {
  onUncaughtError: tell('react'),
  onCaughtError: tell('screen'),
  onRecoverableError: tell('recovered'),
};
