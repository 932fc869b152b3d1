/**
 * The filters of a list beside its search: a token for each that narrows it, "+ Filter" with the others, and one button that ends
 * them all. One stop of Tab: arrows move within, Delete removes.
 */
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { lazyPart } from '../lazyPart.tsx';
import { Popover } from '../Popover.tsx';
import { type FilterTokensProps, tokenText } from './filterTypes.ts';

const FilterMenu = lazyPart(() => import(/* webpackChunkName: "filter-menu" */ './FilterMenu.tsx'), { inPlace: true });

const ADD = '+';
const CLEAR = '-';

/** The key of a token's own button, or of the button that removes it. */
const keyOf = (stop: string): string => stop.replace(/^×/, '');

const nextIndex: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function FilterTokens({ filters, phrases, onChange, onClear, onOpen }: FilterTokensProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(ADD);
  const tokens = filters.filter(({ chosen }) => chosen.length > 0);
  const isThere = tokens.some(({ key }) => key === keyOf(stop)) || (stop === CLEAR && tokens.length > 1);
  const current = isThere ? stop : ADD;

  const buttons = () => [...(toolbar.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    // A popup's events come through its opener, too.
    if (target.dataset.stop !== undefined) setStop(target.dataset.stop);
  };
  const remove = (key: string) => {
    // Moves the focus before the token goes.
    const index = tokens.findIndex((token) => token.key === key);
    const next = tokens[index + 1] ?? tokens[index - 1];
    buttons()
      .find(({ dataset }) => dataset.stop === (next?.key ?? ADD))
      ?.focus();
    onChange(key, []);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = buttons();
    const index = all.findIndex((button) => button === event.target);
    const key = keyOf(all[index]?.dataset.stop ?? '');
    const next = nextIndex[event.key]?.(index, all.length);
    if (index < 0) return;
    if (next !== undefined) all[next]?.focus();
    else if ((event.key === 'Delete' || event.key === 'Backspace') && tokens.some((token) => token.key === key)) remove(key);
    else return;
    event.preventDefault();
  };
  const stopProps = (key: string) => ({ 'data-stop': key, tabIndex: current === key ? 0 : -1 });

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={phrases.label}
      className="filter-tokens row row-tight"
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      {tokens.map((filter) => {
        const text = tokenText(filter);
        const removal = phrases.remove(text);
        return (
          <span key={filter.key} className="filter-token">
            <Popover
              label={text}
              button={(opener) => (
                <Button type="text" size="small" {...stopProps(filter.key)} {...opener}>
                  <span className="cut">{text}</span>
                </Button>
              )}
            >
              {(close) => <FilterMenu filters={[filter]} phrases={phrases} onChange={onChange} onOpen={onOpen} onClose={close} />}
            </Popover>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={removal}
              title={removal}
              {...stopProps(`×${filter.key}`)}
              onClick={() => {
                remove(filter.key);
              }}
            />
          </span>
        );
      })}
      <Popover
        label={phrases.add}
        button={(opener) => (
          <Button icon={<PlusOutlined aria-hidden />} size="small" {...stopProps(ADD)} {...opener}>
            {phrases.add}
          </Button>
        )}
      >
        {(close) => <FilterMenu filters={filters} phrases={phrases} onChange={onChange} onOpen={onOpen} onClose={close} />}
      </Popover>
      {tokens.length > 1 && (
        <Button
          type="link"
          size="small"
          {...stopProps(CLEAR)}
          onClick={() => {
            buttons()
              .find(({ dataset }) => dataset.stop === ADD)
              ?.focus();
            onClear();
          }}
        >
          {phrases.clear}
        </Button>
      )}
    </div>
  );
}
