/**
 * Email addresses as tags, made while typing or pasting; invalid and repeated ones are marked. A click moves a tag back into the
 * field for editing, Backspace the last one.
 */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { useFormField } from '@src/forms/useFormField.ts';
import { Field } from '@src/ui/Field.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { addressesIn, separators } from './addresses.ts';

const severalRule: Rule = { code: 'emails', holds: (list) => addressesIn(list).every(({ fault }) => fault !== 'bad') };
const oneRule: Rule = { code: 'emails', holds: (list) => severalRule.holds(list) && addressesIn(list).length === 1 };
const rules = { several: [required, severalRule], one: [required, oneRule] };

export function EmailsField({ accepts }: { readonly accepts: keyof typeof rules }) {
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
    rules: rules[accepts],
  });
  const [draft, setDraft] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusIndex = useRef<number>(undefined);
  // The draft counts too, so that submitting needs no final key.
  const all = addressesIn(input.value);
  const addresses = draft.trim() === '' ? all : all.slice(0, -1);

  useEffect(() => {
    if (focusIndex.current === undefined) return;
    // After removing a tag, focus the next one, so that several can be removed in a row.
    const tag = list.current?.querySelectorAll<HTMLElement>('.tag-remove')[focusIndex.current];
    (tag ?? field.current)?.focus();
    focusIndex.current = undefined;
  });

  const texts = addresses.map(({ text }) => text);
  const without = (index: number) => texts.filter((_text, other) => other !== index);
  const update = (tags: readonly string[], typed: string) => {
    // The last line without an end is the draft.
    input.onChange([...tags, typed].join('\n').trimStart());
    setDraft(typed);
  };
  const edit = (index: number) => {
    update([...without(index), draft], texts[index] ?? '');
    focusIndex.current = texts.length;
  };
  const type = (typed: string) => {
    const draftStart = typed.search(/[^;,]*$/);
    update([...texts, typed.slice(0, draftStart)], typed.slice(draftStart));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && draft.trim() !== '') {
      event.preventDefault();
      update([...texts, draft], '');
    } else if (event.key === 'Backspace' && draft === '' && texts.length > 0) {
      event.preventDefault();
      edit(texts.length - 1);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    // A single-line input would join the pasted lines.
    if (!separators.test(pasted)) return;
    event.preventDefault();
    update([...texts, `${draft}${pasted}`], '');
  };

  return (
    <Field label={label} error={error} hint={accepts === 'several' && t('invite.emailsHint')}>
      {(control) => (
        <div className="tags">
          {addresses.length > 0 && (
            <ul ref={list} aria-label={label}>
              {addresses.map(({ text, fault }, index) => (
                <li key={`${String(index)} ${text}`} className="tag" data-fault={fault}>
                  <button
                    type="button"
                    className="tag-text"
                    aria-label={t('invite.mend', { address: text })}
                    onClick={() => {
                      edit(index);
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
                      focusIndex.current = index;
                      update(without(index), draft);
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
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onFocus={input.onFocus}
            onBlur={({ relatedTarget }) => {
              // A new tag would shift the button from under the pointer.
              if (!(relatedTarget instanceof HTMLButtonElement)) update([...texts, draft], '');
              input.onBlur();
            }}
          />
        </div>
      )}
    </Field>
  );
}
