/**
 * Email addresses, each a tag of its own as soon as it is typed or pasted to its end. Bad and repeated ones say so. A tag goes back
 * into the field to be mended by a click, the last one by Backspace too.
 */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { useFormField } from '@src/forms/useFormField.ts';
import { Field } from '@src/ui/Field.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { addressesIn, separators } from './addresses.ts';

const several: Rule = { code: 'emails', holds: (list) => addressesIn(list).every(({ fault }) => fault !== 'bad') };
const one: Rule = { code: 'emails', holds: (list) => several.holds(list) && addressesIn(list).length === 1 };
const rules = { several: [required, several], one: [required, one] };

export function EmailsField({ take }: { readonly take: keyof typeof rules }) {
  const { t } = useTranslation('users');
  const label = t('invite.emails');
  const nameInMessages = t('invite.emailsInMessages');
  const {
    input,
    error,
    required: isRequired,
  } = useFormField<string>({
    name: 'emails',
    label,
    nameInMessages,
    rules: rules[take],
  });
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const next = useRef<number>(undefined);
  // What is still being typed counts, too: sending it needs no key before.
  const all = addressesIn(input.value);
  const addresses = draft.trim() === '' ? all : all.slice(0, -1);

  useEffect(() => {
    if (next.current === undefined) return;
    // Whoever removes one after the other stays among the tags.
    const tag = list.current?.querySelectorAll<HTMLElement>('.tag-remove')[next.current];
    (tag ?? field.current)?.focus();
    next.current = undefined;
  });

  const texts = addresses.map(({ text }) => text);
  const without = (at: number) => texts.filter((_text, other) => other !== at);
  const keep = (tags: readonly string[], typed: string) => {
    // A line that has no end is still being typed.
    input.onChange([...tags, typed].join('\n').trimStart());
    setDraft(typed);
  };
  const mend = (at: number) => {
    keep([...without(at), draft], texts[at] ?? '');
    next.current = texts.length;
  };
  const type = (typed: string) => {
    const ends = typed.search(/[^;,]*$/);
    keep([...texts, typed.slice(0, ends)], typed.slice(ends));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      keep([...texts, draft], '');
    } else if (event.key === 'Backspace' && draft === '' && texts.length > 0) {
      event.preventDefault();
      mend(texts.length - 1);
    }
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    // A field of one line would run the lines into each other.
    if (!separators.test(pasted)) return;
    event.preventDefault();
    keep([...texts, `${draft}${pasted}`], '');
  };

  return (
    <Field label={label} error={error} hint={take === 'several' && t('invite.emailsHint')}>
      {(control) => (
        <div className="tags">
          {addresses.length > 0 && (
            <ul ref={list} aria-label={label}>
              {addresses.map(({ text, fault }, at) => (
                <li key={`${String(at)} ${text}`} className="tag" data-fault={fault}>
                  <button
                    type="button"
                    className="tag-text"
                    aria-label={t('invite.mend', { address: text })}
                    onClick={() => {
                      mend(at);
                    }}
                  >
                    {text}
                  </button>
                  {fault && <span className="tag-fault">{t(`invite.fault.${fault}`)}</span>}
                  <button
                    type="button"
                    className="tag-remove"
                    aria-label={t('invite.remove', { address: text })}
                    onClick={() => {
                      next.current = at;
                      keep(without(at), draft);
                    }}
                  >
                    <Icon name="close" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...control}
            ref={field}
            name="emails"
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            autoFocus
            aria-required={isRequired}
            value={draft}
            onChange={(event) => {
              type(event.target.value);
            }}
            onKeyDown={press}
            onPaste={paste}
            onFocus={input.onFocus}
            onBlur={({ relatedTarget }) => {
              // A new tag would push the button away from under the pointer.
              if (!(relatedTarget instanceof HTMLButtonElement)) keep([...texts, draft], '');
              input.onBlur();
            }}
          />
        </div>
      )}
    </Field>
  );
}
