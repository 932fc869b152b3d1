/**
 * A part of the page that is loaded on demand: a dialog, a menu, a drawer, a tab. One that cannot be loaded leaves the page as it is, with
 * everything that is typed there; the page says so, and loads the part once the user asks again or the connection is back. Only a screen
 * may reload the page (navigation/lazyScreen.ts). Parts are fetched in idle times, before they are wanted.
 */
import { type ComponentType, use, useState } from 'react';
import { whenIdle } from '@src/browser/whenIdle.ts';
import { type Failure, PartNotLoaded } from './PartNotLoaded.tsx';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** Fetches a part; rejects never. */
type Fetch = () => Promise<unknown>;

const unfetched = new Set<Fetch>();
let isFetching = false;

/** One after the other: they should not compete with what the user does. */
function fetchNext(): void {
  const [next] = unfetched;
  if (!next) return;
  unfetched.delete(next);
  void next().then(() => {
    whenIdle(fetchNext);
  });
}

/** Fetches the parts of this page and of the screens that come. Call it once the first view is complete. */
export function fetchParts(): void {
  isFetching = true;
  whenIdle(fetchNext);
}

function fetchWhenIdle(part: Fetch): void {
  unfetched.add(part);
  if (isFetching) whenIdle(fetchNext);
}

/** @param inPlace whether the part has a place in the page, where its absence is said; else a toast says it */
export function lazyPart<Props extends object>(load: Load<Props>, { inPlace = false } = {}): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props> | Failure> | undefined;
  let failures = 0;
  const forget = () => {
    loading = undefined;
  };
  const fetchPart = () =>
    (loading ??= load().then(
      ({ default: Component }) => (Loaded = Component),
      () => ({ count: (failures += 1) }),
    ));
  fetchWhenIdle(async () => {
    if (Loaded || loading) return;
    const found = await fetchPart();
    // Not the user's attempt.
    failures = 0;
    if ('count' in found) forget();
  });

  return function Part(props: Props) {
    /** Kept here: the next one that opens the part asks for it again. */
    const [kept, setKept] = useState<Failure>();
    const found = kept ?? Loaded ?? use(fetchPart());
    if (!('count' in found)) {
      const Component = found;
      return <Component {...props} />;
    }
    return (
      <PartNotLoaded
        failure={found}
        inPlace={inPlace}
        onShown={() => {
          forget();
          setKept(found);
        }}
        onAgain={() => {
          setKept(undefined);
        }}
      />
    );
  };
}
