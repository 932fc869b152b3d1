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

/** What this entry of the history held when the page opened. */
export function useKept(): Typed {
  const { state } = useLocation() as { readonly state: KeptEntry | null };
  const [kept] = useState(() => state?.typed ?? {});
  return kept;
}

/** As the router keeps the state of an entry; past it, so that nothing is drawn anew. */
function keep(typed: Typed): void {
  const entry = history.state as { readonly usr?: object | null } | null;
  history.replaceState({ ...entry, usr: { ...entry?.usr, typed } }, '');
}

/** Stands in the form whose `fields` are kept. */
export function KeepTyped({ fields }: { readonly fields: readonly string[] }) {
  const form = useForm<Typed>();
  useEffect(() => {
    const save = () => {
      const { values, submitSucceeded } = form.getState();
      if (!submitSucceeded) keep(Object.fromEntries(fields.map((name) => [name, values[name]])));
    };
    addEventListener('focusout', save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('focusout', save);
      removeEventListener('pagehide', save);
    };
  }, [form, fields]);
  return null;
}
