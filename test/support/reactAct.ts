/** React’s production build has no `act`, which Testing Library calls around `render`: it renders at once, as a browser’s first paint. */
import react from 'react';
import { flushSync } from 'react-dom';

type Callback = () => unknown;

function act(callback: Callback): unknown {
  let result: unknown;
  flushSync(() => (result = callback()));
  return result;
}

Object.assign(react, { act });
