/** Command palette: finds users by name or ID, pages, and actions on a user, and takes commands such as “unlock ingrid”. */
import { Button, Input, type InputRef } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { registerModule } from '@store/modules.ts';
import { usersModule } from '@store/users/users.module.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Marked } from '../list/cells/Marked.tsx';
import { nameOf } from '../list/cells/TextCells.tsx';
import { WordsContext } from '../list/listContext.ts';
import { searchWords } from '../list/matches.ts';
import type { Choice } from './choice.ts';
import { usePaletteGroups } from './usePaletteGroups.ts';
import './palette.css';

registerModule(usersModule);

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('users');
  return (
    <Dialog title={t('palette.title')} onDecline={onClose} width={600}>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function Finder({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('users');
  const { t: common } = useTranslation('common');
  const formats = useFormats();
  const [text, setText] = useState('');
  const [person, setPerson] = useState<UserSummary>();
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<InputRef>(null);
  /** The text on which Enter was pressed before all its results were there. */
  const entered = useRef<string>(undefined);
  const write = (next: string) => {
    setText(next);
    setActive(0);
  };
  const choosePerson = (chosen: UserSummary) => {
    setPerson(chosen);
    write('');
  };
  const { groups, findsUsers, isCommand, command, busy, failed, tryAgain } = usePaletteGroups(
    text.trim(),
    person,
    onClose,
    choosePerson,
    write,
  );
  const choices = groups.flatMap((group) => group.choices);
  const label = t(findsUsers ? 'palette.label' : 'palette.pages');
  const hint = findsUsers ? t('palette.hint') : undefined;
  const at = Math.min(active, choices.length - 1);
  const optionId = (key: string | undefined) => `${id}-${key ?? ''}`;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at, text]);

  const activate = (choice: Choice | undefined) => {
    if (choice && !choice.disabled) choice.choose(true);
  };
  const performEntered = useEffectEvent(() => {
    const isEntered = entered.current === text;
    entered.current = undefined;
    if (!isEntered) return;
    if (!isCommand) activate(choices[at]);
    else if (command && !command.disabled) command.choose(false);
  });
  useEffect(() => {
    if (!busy) performEntered();
  }, [busy]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: choices.length - 1 }[event.key];
    const closesActions = person && (event.key === 'Escape' || (event.key === 'Backspace' && text === ''));
    if (target !== undefined && !(text !== '' && /Home|End/.test(event.key)))
      setActive((target + choices.length) % choices.length || 0);
    // The first item may belong to an earlier text; an item that the arrows reached was seen.
    else if (event.key === 'Enter' && busy && at <= 0) entered.current = text;
    else if (event.key === 'Enter') activate(choices[at]);
    else if (closesActions) {
      // Escape would close the dialog too.
      event.stopPropagation();
      setPerson(undefined);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="palette stack-tight">
      <Input
        ref={field}
        role="combobox"
        aria-label={label}
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={choices[at] && optionId(choices[at].key)}
        placeholder={person ? t('palette.actionsFor', { name: nameOf(person) || person.userName }) : hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        // The dialog is opened for typing.
        autoFocus
        maxLength={200}
        value={text}
        onChange={(event) => {
          write(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label={label} aria-busy={busy} className="palette-list">
        <WordsContext value={searchWords(text)}>
          {groups.map(({ heading, choices: groupChoices }, index) => (
            <div key={heading} role="group" aria-labelledby={`${id}-${String(index)}`}>
              <div role="presentation" id={`${id}-${String(index)}`} className="muted small">
                {heading}
              </div>
              {groupChoices.map((choice) => (
                // The input keeps the focus and handles the keys.
                <div
                  key={choice.key}
                  id={optionId(choice.key)}
                  role="option"
                  className="row spread"
                  aria-selected={choice === choices[at]}
                  aria-disabled={choice.disabled}
                  onMouseDown={(event) => {
                    event.preventDefault();
                  }}
                  onClick={() => {
                    activate(choice);
                  }}
                >
                  <span>
                    <Marked text={choice.label} />
                  </span>
                  {choice.more !== undefined && (
                    <span className="small muted">
                      <Marked text={choice.more} />
                    </span>
                  )}
                  {choice.effect !== undefined && <span className="full-row small">{choice.effect}</span>}
                </div>
              ))}
            </div>
          ))}
        </WordsContext>
      </div>
      {failed && (
        <div className="row">
          <p role="alert" className="tone-text tone-error">
            {t('empty.failed.heading')}
          </p>
          <Button
            size="small"
            onClick={() => {
              tryAgain();
              // The pressed button disappears.
              field.current?.focus();
            }}
          >
            {common('tryAgain')}
          </Button>
        </div>
      )}
      {choices.length === 0 && !busy && !failed && (
        <>
          <p className="muted">{t('filters.nothing')}</p>
          {!person && findsUsers && <p>{t('palette.try')}</p>}
        </>
      )}
      <p className="small muted">{t('palette.keys')}</p>
      <VisuallyHidden>
        <span role="status">
          {busy ? '' : t('palette.found', { count: choices.length, total: formats.number(choices.length) })}
        </span>
      </VisuallyHidden>
    </div>
  );
}
