/** The options of one filter, or of all: ticked ones narrow the list at once. Enter in the search takes the match that is marked: the one that is named in full, else the first. */
import { Button, Checkbox } from 'antd';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useFormats } from '@src/i18n/useFormats.ts';
import { TextField } from '../TextField.tsx';
import type { FilterOption, FilterTokensProps, TokenFilter } from './filterTypes.ts';

interface Props extends Omit<FilterTokensProps, 'onClear'> {
  readonly onClose: () => void;
}

/** Maximum of options shown for each filter, where several are listed and nothing is searched. */
const MAX_OPTIONS = 8;
/** Minimum of options in all from which there is a search. */
const MIN_SEARCHED = 8;

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

interface Ticked {
  readonly key: string;
  /** What the list had then. */
  readonly listed: string | undefined;
  readonly chosen: readonly string[];
}

interface Group {
  readonly filter: TokenFilter;
  readonly matching: readonly FilterOption[];
}

/** Finds options where the labels of filter and option together contain all words of the search. */
function groupsOf(filters: readonly TokenFilter[], search: string): readonly Group[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const matches = (text: string) => words.every((word) => folded(text).includes(word));
  const last = words.at(-1) ?? '';
  const rank = ({ label }: FilterOption) => (folded(label).startsWith(last) ? 0 : 1);
  return filters
    .map((filter) => ({
      filter,
      matching: (filter.options?.filter(({ label }) => matches(`${filter.label} ${label}`)) ?? []).toSorted(
        (one, other) => rank(one) - rank(other),
      ),
    }))
    .filter(({ filter, matching }) => matching.length > 0 || matches(filter.label));
}

interface Match {
  readonly filter: TokenFilter;
  readonly option: FilterOption;
}

/** The match that Enter takes. One that is chosen already is taken back only if it is named in full, or no other matches. */
function firstOf(groups: readonly Group[], search: string): Match | undefined {
  const searched = folded(search.trim());
  if (searched === '') return undefined;
  const matches = groups.flatMap(({ filter, matching }) => matching.map((option) => ({ filter, option })));
  const isNamed = ({ filter, option: { label } }: Match) =>
    [label, `${filter.label} ${label}`].some((text) => folded(text) === searched);
  const isNew = ({ filter, option }: Match) => !filter.chosen.includes(option.value);
  return matches.find(isNamed) ?? matches.find(isNew) ?? matches[0];
}

export default function FilterMenu({ filters: given, phrases, onChange, onOpen, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [form, setForm] = useState<TokenFilter['form']>(() =>
    given.length === 1 && !given[0]?.options ? given[0]?.form : undefined,
  );
  /** The last change until the list follows, which takes a moment: another option may be ticked before. */
  const [ticked, setTicked] = useState<Ticked>();
  const opened = useEffectEvent(() => onOpen?.());
  useEffect(() => {
    opened();
  }, []);
  if (form) return form(onClose);

  const listed = (key: string) => given.find((filter) => filter.key === key)?.chosen.join();
  if (ticked && listed(ticked.key) !== ticked.listed) setTicked(undefined);
  const filters = given.map((filter) => (ticked?.key === filter.key ? { ...filter, chosen: ticked.chosen } : filter));
  const groups = groupsOf(filters, search);
  const isSearched = search.trim() !== '';
  const count = filters.reduce((sum, { options }) => sum + (options?.length ?? 0), 0);
  const toggle = ({ key, chosen, single }: TokenFilter, value: string) => {
    const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : single ? [value] : [...chosen, value];
    setTicked({ key, listed: listed(key), chosen: next });
    onChange(key, next);
  };
  const first = firstOf(groups, search);
  const takeFirst = () => {
    const [group] = groups;
    if (first) {
      toggle(first.filter, first.option.value);
      onClose();
    } else if (isSearched && group?.filter.form) setForm(() => group.filter.form);
  };
  return (
    <div className="stack-tight" onKeyDown={moveByArrows}>
      {(filters.length > 1 || count > MIN_SEARCHED) && (
        <TextField
          label={phrases.find}
          type="search"
          value={search}
          autoFocus
          autoComplete="off"
          aria-description={first && `${first.filter.label}: ${first.option.label}`}
          onChange={({ target }) => {
            setSearch(target.value);
          }}
          onPressEnter={(event) => {
            event.preventDefault();
            takeFirst();
          }}
        />
      )}
      {groups.length === 0 && <p className="muted">{phrases.nothing}</p>}
      <div className="filter-choices stack-tight">
        {groups.map(({ filter, matching }) => (
          <div key={filter.key}>
            {(filter.options ?? !filter.form) && (
              <Options
                filter={filter}
                matching={matching}
                marked={first?.filter === filter ? first.option : undefined}
                max={filters.length > 1 && !isSearched ? MAX_OPTIONS : Infinity}
                phrases={phrases}
                onToggle={(value) => {
                  toggle(filter, value);
                }}
              />
            )}
            {filter.form && (
              <Button
                type="text"
                size="small"
                className="flush-start"
                onClick={() => {
                  setForm(() => filter.form);
                }}
              >
                {filter.formLabel ?? filter.label}…
              </Button>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface OptionsProps extends Group, Pick<Props, 'phrases'> {
  readonly max: number;
  /** The option that Enter takes. */
  readonly marked: FilterOption | undefined;
  readonly onToggle: (value: string) => void;
}

function Options({ filter: { label, chosen, options }, matching, max, marked, phrases, onToggle }: OptionsProps) {
  const formats = useFormats();
  const id = useId();
  const shown = matching.length > max ? matching.filter(({ value }, index) => index < max || chosen.includes(value)) : matching;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="muted small">
        {label}
      </h2>
      {options === undefined && <p className="muted small">{phrases.loading}</p>}
      <ul className="filter-options">
        {shown.map((option) => (
          <li key={option.value} className="row row-tight" data-marked={option === marked || undefined}>
            <Checkbox
              className="grow"
              checked={chosen.includes(option.value)}
              onChange={() => {
                onToggle(option.value);
              }}
            >
              {option.label}
            </Checkbox>
            {option.count !== undefined && <span className="muted small">{formats.number(option.count)}</span>}
          </li>
        ))}
      </ul>
      {shown.length < matching.length && <p className="muted small">{phrases.more(matching.length - shown.length)}</p>}
    </section>
  );
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')];
  stops[stops.findIndex((stop) => stop === event.target) + step]?.focus();
  event.preventDefault();
}
