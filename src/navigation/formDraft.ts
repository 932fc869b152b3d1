/**
 * Stores the typed values, without passwords, in the history entry of this tab: restored after a reload and Back, and where a phone
 * has ended the tab, which asks no user. Written when a field or the page is left, because browsers throttle
 * `history.replaceState` on each keystroke.
 */
import { useEffect, useState } from 'react';
import { useForm } from 'react-final-form';
import { type Location, useLocation } from 'react-router';

type Typed = Readonly<Record<string, string | undefined>>;

interface DraftEntry {
  readonly typed?: Typed;
}

/** Draft of the entry left last: a step back unmounts a field without blur. */
let lastLeft: { readonly key: string; readonly address: string; readonly typed: Typed } | undefined;

/** The draft this history entry had when the page opened. */
export function useFormDraft(): Typed {
  const { key, pathname, search, state } = useLocation() as Location<DraftEntry | null>;
  const [draft] = useState(
    () => (lastLeft?.key === key && lastLeft.address === pathname + search ? lastLeft.typed : state?.typed) ?? {},
  );
  return draft;
}

/** Writes in the router's format of history state, but bypasses the router to avoid a render. */
function writeDraft(typed: Typed): void {
  const entry = history.state as { readonly usr?: object | null } | null;
  history.replaceState({ ...entry, usr: { ...entry?.usr, typed } }, '');
}

/** Place inside the form whose `fields` are stored. */
export function FormDraft({ fields }: { readonly fields: readonly string[] }) {
  const form = useForm<Typed>();
  const { key, pathname, search } = useLocation();
  const address = pathname + search;
  useEffect(() => {
    const readDraft = (): Typed | undefined => {
      const { values, submitSucceeded, submitting } = form.getState();
      // A form that leaves while it is being sent was sent.
      return submitSucceeded || submitting ? undefined : Object.fromEntries(fields.map((name) => [name, values[name]]));
    };
    const save = () => {
      const current = readDraft();
      if (current) writeDraft(current);
    };
    addEventListener('focusout', save);
    addEventListener('pagehide', save);
    document.addEventListener('visibilitychange', save);
    return () => {
      removeEventListener('focusout', save);
      removeEventListener('pagehide', save);
      document.removeEventListener('visibilitychange', save);
      const lastDraft = readDraft();
      lastLeft = lastDraft && { key, address, typed: lastDraft };
      // Sent: a reload begins anew.
      if (!lastDraft && ((history.state as { readonly key?: string } | null)?.key ?? 'default') === key) writeDraft({});
    };
  }, [form, fields, key, address]);
  return null;
}
