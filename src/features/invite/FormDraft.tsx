/**
 * What was typed, without passwords, stays with the entry of this tab's history: a reload, and Back, bring it again; it goes with the
 * tab. Written when a field is left and when the page is, as browsers slow down whoever writes with every key.
 */
import { useEffect, useState } from 'react';
import { useForm } from 'react-final-form';
import { useLocation } from 'react-router';

type Typed = Readonly<Record<string, string | undefined>>;

interface KeptEntry {
  readonly typed?: Typed;
}

/** What stood in the form of the entry left last: a step back takes a field away without its being left. */
let left: { readonly key: string; readonly typed: Typed } | undefined;

/** What this entry of the history held when the page opened. */
export function useFormDraft(): Typed {
  const { key, state } = useLocation() as { readonly key: string; readonly state: KeptEntry | null };
  const [kept] = useState(() => (left?.key === key ? left.typed : state?.typed) ?? {});
  return kept;
}

/** As the router keeps the state of an entry; past it, so that nothing is drawn anew. */
function keep(typed: Typed): void {
  const entry = history.state as { readonly usr?: object | null } | null;
  history.replaceState({ ...entry, usr: { ...entry?.usr, typed } }, '');
}

/** Stands in the form whose `fields` are kept. */
export function FormDraft({ fields }: { readonly fields: readonly string[] }) {
  const form = useForm<Typed>();
  const { key } = useLocation();
  useEffect(() => {
    const typed = (): Typed | undefined => {
      const { values, submitSucceeded } = form.getState();
      return submitSucceeded ? undefined : Object.fromEntries(fields.map((name) => [name, values[name]]));
    };
    const save = () => {
      const now = typed();
      if (now) keep(now);
    };
    addEventListener('focusout', save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('focusout', save);
      removeEventListener('pagehide', save);
      const last = typed();
      left = last && { key, typed: last };
    };
  }, [form, fields, key]);
  return null;
}
