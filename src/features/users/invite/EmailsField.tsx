/**
 * Email addresses as tags, made while typing or pasting; invalid and repeated ones are marked. A click moves a tag back into the
 * field for editing, Backspace the last one.
 */
import { Select } from 'antd';
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { required } from '@api/contract/rules/required.ts';
import type { Rule } from '@api/contract/rules/rule.ts';
import { useFormField } from '@src/forms/useFormField.ts';
import { Field } from '@src/ui/Field.tsx';
import { AddressTag } from './AddressTag.tsx';
import { type Address, addressesIn } from './addresses.ts';
import { isList } from './pastedEntries.ts';

const severalRule: Rule = { code: 'emails', holds: (list) => addressesIn(list).every(({ fault }) => fault !== 'bad') };
const oneRule: Rule = { code: 'emails', holds: (list) => severalRule.holds(list) && addressesIn(list).length === 1 };
const rules = { several: [required, severalRule], one: [required, oneRule] };

/** Select's values are unique. */
const distinct = (addresses: readonly Address[]): readonly Address[] =>
  [...new Map(addresses.toReversed().map((address) => [address.text, address])).values()].reverse();

const components = { input: EmailInput };

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
  const frame = useRef<HTMLDivElement>(null);
  const focusIndex = useRef<number>(undefined);
  // The draft, in the last line, counts too, so that submitting needs no final key.
  const addresses = distinct(addressesIn(draft === '' ? input.value : input.value.slice(0, input.value.lastIndexOf('\n') + 1)));

  useEffect(() => {
    if (focusIndex.current === undefined) return;
    // After removing a tag, focus the next one, so that several can be removed in a row.
    const tag = frame.current?.querySelectorAll<HTMLElement>('[data-remove]')[focusIndex.current];
    (tag ?? frame.current?.querySelector('input'))?.focus();
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
    // A comma before the address is that of a name, `Sato, Jane <j@x.example>`.
    const draftStart = /@[^;]*,[^;]*$/.test(typed) ? typed.search(/[^;,]*$/) : typed.lastIndexOf(';') + 1;
    update([...texts, typed.slice(0, draftStart)], typed.slice(draftStart));
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    // A single-line input would join the pasted lines.
    if (!isList(pasted)) return;
    event.preventDefault();
    update([...texts, `${draft}${pasted}`], '');
  };
  const onInputKeyDown = (event: KeyboardEvent) => {
    if (draft !== '') return;
    // Select would keep Enter from the form, and Backspace would remove the last tag.
    if (event.key === 'Enter') event.stopPropagation();
    if (event.key !== 'Backspace' || texts.length === 0) return;
    event.stopPropagation();
    event.preventDefault();
    edit(texts.length - 1);
  };

  return (
    <Field label={label} error={error} hint={accepts === 'several' && t('invite.emailsHint')}>
      {(control) => (
        <div ref={frame} onPaste={onPaste}>
          <Select<string[]>
            {...control}
            mode="tags"
            className={`emails emails-${accepts}`}
            // There is nothing to choose from.
            open={false}
            // eslint-disable-next-line @typescript-eslint/no-deprecated -- antd overwrites `suffix`, which replaces it below antd
            suffixIcon={null}
            components={components}
            autoFocus
            aria-required={isRequired}
            value={texts}
            showSearch={{
              searchValue: draft,
              onSearch: type,
            }}
            onChange={(tags) => {
              update(tags, '');
            }}
            onInputKeyDown={onInputKeyDown}
            onFocus={() => {
              input.onFocus();
            }}
            onBlur={() => {
              input.onBlur();
            }}
            tagRender={({ index }) => (
              <AddressTag
                address={addresses[index]}
                onEdit={() => {
                  edit(index);
                }}
                onRemove={() => {
                  focusIndex.current = index;
                  update(without(index), draft);
                }}
              />
            )}
          />
        </div>
      )}
    </Field>
  );
}

/** The input of Select without a list: a text field, not a combobox. */
function EmailInput({
  role: _role,
  'aria-expanded': _expanded,
  'aria-haspopup': _popup,
  'aria-autocomplete': _autocomplete,
  ...input
}: ComponentProps<'input'>) {
  return (
    <input
      {...input}
      name="emails"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
    />
  );
}
