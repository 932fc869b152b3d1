/**
 * Stacked bars over time, to look at and, with `onChoose`, to choose from: drag over bars, click one, or move over them with the
 * arrow keys. One tab stop, a slider whose value is read out; the same numbers as a table on demand. Knows nothing of what is counted.
 */
import { Button, Flex } from 'antd';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Skeleton } from '../Skeleton.tsx';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import { BarsPlot, Swatch, UsualSwatch } from './BarsPlot.tsx';
import { BarsTable } from './BarsTable.tsx';
import { barCount, type BarRange, type BarsData, type TimeBarsTexts, totalOfBar } from './timeBars.ts';
import { useBarTexts } from './useBarTexts.ts';
import './timeBars.css';

interface Props {
  /** Keeps its identity while nothing changes; undefined while it is loaded for the first time. */
  readonly data: BarsData | undefined;
  readonly texts: TimeBarsTexts;
  /** Gets milliseconds since 1970: `from` counts, `to` does not. */
  readonly onChoose?: (from: number, to: number) => void;
  /** Called on Escape. */
  readonly onBack?: (() => void) | undefined;
  /** Shown beside the button of the table. */
  readonly children?: ReactNode;
}

export function TimeBars({ data, texts, ...handlers }: Props) {
  const { t } = useTranslation('common');
  if (!data)
    return (
      <div className="time-bars">
        <Skeleton bars={loadingBars} label={t('loading')} />
      </div>
    );
  return <LoadedBars data={data} texts={texts} {...handlers} />;
}

const loadingBars = [{ width: '100%', height: '8rem' }];
const PAGE_BARS = 10;

function LoadedBars({ data, texts, onChoose, onBack, children }: Props & { readonly data: BarsData }) {
  const { usual } = data;
  const formats = useFormats();
  const barTexts = useBarTexts(data);
  const hintId = useId();
  const [hasTable, setHasTable] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [pointed, setPointed] = useState<BarRange>();
  const [{ at, anchor }, setChosen] = useState<{ readonly at: number; readonly anchor: number }>({
    at: Infinity,
    anchor: Infinity,
  });
  const lastBar = barCount(data) - 1;
  const within = (bar: number) => Math.max(0, Math.min(lastBar, bar));
  const range = { first: within(Math.min(at, anchor)), last: within(Math.max(at, anchor)) };
  const shown = pointed ? { first: within(pointed.first), last: within(pointed.last) } : isFocused ? range : undefined;
  const choose = ({ first, last }: BarRange) => {
    onChoose?.(data.edges[first] ?? 0, data.edges[last + 1] ?? 0);
  };

  const spanText = ({ first, last }: BarRange) => barTexts.between(data.edges[first] ?? 0, data.edges[last + 1] ?? 0);
  const sum = ({ first, last }: BarRange, count: (bar: number) => number): string => {
    const bars = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return formats.number(bars.reduce((total, bar) => total + count(bar), 0));
  };
  const describe = (bars: BarRange): string => {
    const counts = data.series.map(({ label, values }) => `${label} ${sum(bars, (bar) => values[bar] ?? 0)}`);
    const total = `${texts.total} ${sum(bars, (bar) => totalOfBar(data, bar))}`;
    const usually = usual ? [`${usual.label} ${sum(bars, (bar) => usual.values[bar] ?? 0)}`] : [];
    return `${spanText(bars)}: ${[...counts, total, ...usually].join(', ')}`;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Alt and an arrow navigate in the history.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = targetOf(event.key, within(at), lastBar);
    if (onChoose && (event.key === 'Enter' || event.key === ' ')) choose(range);
    else if (event.key === 'Escape' && onBack) onBack();
    else if (target === undefined) return;
    else setChosen({ at: within(target), anchor: event.shiftKey ? within(anchor) : within(target) });
    setIsFocused(true);
    setPointed(undefined);
    event.preventDefault();
  };

  return (
    <div className="time-bars">
      <div className="time-bars-head">
        <Flex component="ul" wrap gap="middle">
          {data.series.map(({ key, label, tone, pattern, values }) => (
            <li key={key}>
              <Swatch tone={tone} pattern={pattern} /> {label}{' '}
              {shown && <span aria-hidden="true">{sum(shown, (bar) => values[bar] ?? 0)}</span>}
            </li>
          ))}
          {usual && (
            <li>
              <UsualSwatch /> {usual.label}{' '}
              {shown && <span aria-hidden="true">{sum(shown, (bar) => usual.values[bar] ?? 0)}</span>}
            </li>
          )}
        </Flex>
        <p className="cut muted" aria-hidden="true">
          {shown && spanText(shown)}
        </p>
      </div>
      <div
        data-choosable={onChoose !== undefined}
        role="slider"
        tabIndex={0}
        aria-label={texts.label}
        aria-describedby={hintId}
        aria-valuemin={1}
        aria-valuemax={lastBar + 1}
        aria-valuenow={within(at) + 1}
        aria-valuetext={describe(range)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          setIsFocused(currentTarget.matches(':focus-visible'));
        }}
        onBlur={() => {
          setIsFocused(false);
        }}
      >
        <BarsPlot
          data={data}
          marked={shown}
          markText={barTexts.mark}
          numberText={(value) => formats.number(value)}
          onPoint={setPointed}
          onChoose={choose}
        />
      </div>
      <VisuallyHidden>
        <span id={hintId}>{texts.hint}</span>
      </VisuallyHidden>
      <div className="row spread small-buttons">
        <Button
          type="link"
          className="flush-start"
          aria-expanded={hasTable}
          onClick={() => {
            setHasTable(!hasTable);
          }}
        >
          {hasTable ? texts.hideTable : texts.showTable}
        </Button>
        {hasTable && <BarsTable data={data} texts={texts} spanText={(bar) => spanText({ first: bar, last: bar })} />}
        {children}
      </div>
    </div>
  );
}

/** The bar that a key leads to. */
function targetOf(key: string, at: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - PAGE_BARS,
    PageUp: at + PAGE_BARS,
    Home: 0,
    End: last,
  };
  return targets[key];
}
