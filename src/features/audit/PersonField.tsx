/**
 * Filter by the actor or target of events: a name, an e-mail address or a user name. Readers who may list users get suggestions, of
 * which Enter takes the first; before anything is typed, the most frequent actors are offered with their numbers of events.
 */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { AutoComplete } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { usersApi, useSearchUsersQuery } from '@api/client/users.api.ts';
import { displayName } from '@api/contract/displayName.ts';
import { isolatedList } from '@api/contract/isolated.ts';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { searchedName } from '@api/contract/rules/searchWords.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Field } from '@src/ui/Field.tsx';
import { useDebounced } from '@src/ui/useDebounced.ts';

interface Props {
  readonly value: string;
  /** Whether the reader may list users. */
  readonly suggests: boolean;
  readonly frequent: AuditHistogram['facets']['actor'];
  readonly autoFocus: boolean;
  readonly onValue: (person: string) => void;
}

const MAX_LENGTH = 255;
const POPUP_WIDTH_PX = 340;

export function PersonField({ value, suggests, frequent, autoFocus, onValue }: Props) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  // The text being typed; reset when the value changes from outside, such as by Back.
  const [draft, setDraft] = useState({ of: value, text: value });
  const text = (draft.of === value ? draft.text : value).slice(0, MAX_LENGTH);
  const typed = text.trim();
  const [isOpen, setOpen] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  const { people, first } = usePersonSearch(suggests && typed !== value ? typed : '');
  const options =
    typed === ''
      ? frequent.map((one) => ({
          value: one.value,
          label: (
            <Suggestion main={one.value} more={t('facets.events', { count: one.events, number: formats.number(one.events) })} />
          ),
        }))
      : people.map((user) => ({
          value: user.userName,
          label: (
            <Suggestion
              main={displayName(user)}
              more={user.userName === user.email ? user.email : isolatedList([user.userName, user.email], ' · ')}
            />
          ),
        }));
  const isShown = isOpen && options.length > 0;

  const apply = (given: string) => {
    const person = searchedName(given);
    setOpen(false);
    setDraft({ of: person, text: person });
    if (person !== value) onValue(person);
  };
  const applyTyped = async () => {
    const found = suggests && typed !== '' && typed !== value ? await first(searchedName(typed)) : undefined;
    apply(found ?? typed);
  };
  return (
    <div className="audit-person">
      <Field label={t('filter.person')}>
        {(control) => (
          <AutoComplete
            {...control}
            value={text}
            options={options}
            open={isShown}
            defaultActiveFirstOption={false}
            autoFocus={autoFocus}
            placeholder={t('filter.personHint')}
            popupMatchSelectWidth={POPUP_WIDTH_PX}
            onChange={(changed: string | undefined) => {
              setDraft({ of: value, text: changed ?? '' });
              // An empty field ends the filter; no Enter follows.
              if (!changed) apply('');
              setOpen(true);
              setMoved(false);
            }}
            onSelect={(person: string | undefined) => {
              apply(person ?? '');
            }}
            onClick={() => {
              setOpen(true);
            }}
            onBlur={() => {
              setOpen(false);
              setMoved(false);
              if (typed !== value) apply(typed);
            }}
            onInputKeyDown={({ key }) => {
              if (key === 'ArrowDown' || key === 'ArrowUp') {
                setOpen(true);
                setMoved(true);
              } else if (key === 'Escape') setOpen(false);
              // The control itself takes the suggestion that the arrows have reached.
              else if (key === 'Enter' && !(isShown && hasMoved)) void applyTyped();
            }}
          />
        )}
      </Field>
    </div>
  );
}

const Suggestion = ({ main, more }: { readonly main: string; readonly more: string }) => (
  <>
    <span className="cut">{main}</span>
    <span className="cut muted small">{more}</span>
  </>
);

const MAX_RESULTS = 8;

interface PersonSearch {
  readonly people: readonly UserSummary[];
  /** The user name of the best match, also while the list of them is loading; undefined if there is none. */
  readonly first: (text: string) => Promise<string | undefined>;
}

/**
 * Users whose name has the text, best match first.
 * @param text empty: nothing is searched
 */
function usePersonSearch(text: string): PersonSearch {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const searched = useDebounced(text);
  const { currentData = [] } = useSearchUsersQuery({ partialName: searched }, { skip: searched === '' });
  return {
    people: searched === text && text !== '' ? currentData.slice(0, MAX_RESULTS) : [],
    first: async (partialName) => {
      const request = dispatch(usersApi.endpoints.searchUsers.initiate({ partialName }, { subscribe: false }));
      const { data } = await request;
      return data?.[0]?.userName;
    },
  };
}
