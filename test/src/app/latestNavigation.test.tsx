/** Changes of a screen's address that follow each other faster than they are rendered. */
import { renderHook } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { useLatestNavigation } from '@src/navigation/useLatestNavigation.ts';

interface Filters {
  readonly outcome?: string;
  readonly action?: string;
}

const addressOf = (filters: Filters) => `/?${new URLSearchParams({ ...filters }).toString()}`;
const Router = ({ children }: { readonly children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>;

const NONE: Filters = {};
const OUTCOME: Filters = { outcome: 'refused' };
const BOTH: Filters = { outcome: 'refused', action: 'Users.' };

function setup() {
  const { result, rerender } = renderHook((rendered: Filters) => useLatestNavigation(rendered, addressOf), {
    initialProps: NONE,
    wrapper: Router,
  });
  return {
    rerender,
    latest: () => result.current.latest(),
    go: (next: Filters) => {
      act(() => {
        result.current.go(next);
      });
    },
  };
}

test('the rendering of the first of two changes does not undo the second', () => {
  const { go, latest, rerender } = setup();
  go(OUTCOME);
  go(BOTH);
  rerender(OUTCOME);
  expect(latest()).toBe(BOTH);
  rerender(BOTH);
  expect(latest()).toBe(BOTH);
});

test('an address reached by Back replaces changes that were pending', () => {
  const { go, latest, rerender } = setup();
  go(OUTCOME);
  rerender(OUTCOME);
  go(BOTH);
  rerender(NONE);
  expect(latest()).toBe(NONE);
});

test('the last of several changes counts, also if it leads back to the first', () => {
  const { go, latest, rerender } = setup();
  const again = { ...OUTCOME };
  go(OUTCOME);
  go(BOTH);
  go(again);
  rerender(again);
  expect(latest()).toBe(again);
  rerender(BOTH);
  expect(latest()).toBe(BOTH);
});
