/** The drawing of `TimeBars`: bars as SVG, which takes colours from the style sheet and is sharp at any size; marks beside it as text. */
import { memo, type PointerEvent, useId, useRef, useState } from 'react';
import { useRowWidth } from '../grid/useRowWidth.ts';
import { barCount, type BarRange, type BarSeries, type BarsData, heightsOf, markedBars, scaleOf } from './timeBars.ts';

interface Props {
  readonly data: BarsData;
  readonly marked: BarRange | undefined;
  readonly markText: (time: number) => string;
  readonly numberText: (value: number) => string;
  /** Bars under the pointer, or dragged over. */
  readonly onPoint: (range: BarRange | undefined) => void;
  readonly onChoose: (range: BarRange) => void;
}

const MARK_WIDTH_PX = 96;
/** The baseline lies below the bars. */
const MARK_BASELINE_PX = 16;

export function BarsPlot({ data, marked, markText, numberText, onPoint, onChoose }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useRowWidth(frame);
  const bars = barCount(data);
  const dragging = useBarDragging(bars, onPoint, onChoose);
  const marks = markedBars(data, Math.floor(width / MARK_WIDTH_PX));
  const left = (bar: number) => percent(bar / bars);
  return (
    <div className="time-bars-plot" aria-hidden="true">
      <div className="time-bars-scale">
        {scaleOf(data)
          .toReversed()
          .map((value) => (
            <span key={value}>{numberText(value)}</span>
          ))}
      </div>
      <div ref={frame} className="time-bars-drawing" {...dragging}>
        <svg width="100%" height="100%" overflow="visible">
          {marked && (
            <rect
              fill="var(--secondary)"
              opacity="0.2"
              x={left(marked.first)}
              width={percent((marked.last - marked.first + 1) / bars)}
              height="100%"
            />
          )}
          <Bars data={data} />
          {marks
            .filter((bar) => (1 - bar / bars) * width > MARK_WIDTH_PX / 2)
            .map((bar) => (
              <text key={bar} fill="currentColor" x={left(bar)} y="100%" dy={MARK_BASELINE_PX}>
                {markText(data.edges[bar] ?? 0)}
              </text>
            ))}
        </svg>
      </div>
    </div>
  );
}

const percent = (part: number): string => `${String(part * 100)}%`;

/** Width of a bar as a share of its width with its gap. */
const BAR_WIDTH = 0.86;

/** Memoised, so that the bars are not drawn anew while the pointer moves. */
const Bars = memo(function Bars({ data }: Pick<Props, 'data'>) {
  const id = useId();
  const bars = barCount(data);
  const scale = scaleOf(data);
  const steps = scale.length - 1;
  const most = scale.at(-1) ?? 1;
  return (
    <>
      <defs>
        {data.series.map(({ key, tone, pattern }) => (
          <Pattern key={key} id={`${id}${key}`} tone={tone} pattern={pattern} />
        ))}
      </defs>
      {Array.from({ length: steps + 1 }, (_, step) => (
        <line key={step} stroke="var(--line)" x2="100%" y1={percent(step / steps)} y2={percent(step / steps)} />
      ))}
      {heightsOf(data).flatMap((parts, bar) =>
        parts.map(({ key, bottom, height }) => (
          <rect
            key={`${key} ${String(bar)}`}
            x={percent((bar + (1 - BAR_WIDTH) / 2) / bars)}
            width={percent(BAR_WIDTH / bars)}
            y={percent(1 - bottom - height)}
            height={percent(height)}
            fill={`url(#${id}${key})`}
          />
        )),
      )}
      {data.usual?.values.map((value, bar) => {
        const y = percent(1 - value / most);
        return (
          <line
            key={bar}
            stroke="currentColor"
            strokeWidth="2"
            x1={percent(bar / bars)}
            x2={percent((bar + 1) / bars)}
            y1={y}
            y2={y}
          />
        );
      })}
    </>
  );
});

/** Shows the look of what is usual, for a legend. */
export const UsualSwatch = () => (
  <svg width="14" height="14" aria-hidden="true">
    <line stroke="currentColor" strokeWidth="2" x2="14" y1="7" y2="7" />
  </svg>
);

/** Shows the look of a series, for a legend. */
export function Swatch(look: Pick<BarSeries, 'tone' | 'pattern'>) {
  const id = useId();
  return (
    <svg width="14" height="14" aria-hidden="true">
      <Pattern id={id} {...look} />
      <rect width="14" height="14" fill={`url(#${id})`} />
    </svg>
  );
}

const PATTERN_PX = 6;

function Pattern({ id, tone, pattern }: Pick<BarSeries, 'tone' | 'pattern'> & { readonly id: string }) {
  return (
    <pattern
      id={id}
      className={`tone-${tone}`}
      fill="var(--tone)"
      width={PATTERN_PX}
      height={PATTERN_PX}
      patternUnits="userSpaceOnUse"
    >
      <rect width={PATTERN_PX} height={PATTERN_PX} />
      {pattern === 'stripes' && <path stroke="var(--surface)" strokeWidth="1.5" d="M-1.5,1.5l3,-3M0,6l6,-6M4.5,7.5l3,-3" />}
      {pattern === 'dots' && <circle fill="var(--surface)" cx="3" cy="3" r="1.3" />}
    </pattern>
  );
}

/** Pressing and releasing on one bar chooses it; releasing on another one chooses all between them. */
function useBarDragging(bars: number, onPoint: Props['onPoint'], onChoose: Props['onChoose']) {
  const [start, setStart] = useState<number>();
  const rangeTo = (event: PointerEvent): BarRange => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const bar = Math.max(0, Math.min(bars - 1, Math.floor(((event.clientX - left) / width) * bars)));
    return { first: Math.min(bar, start ?? bar), last: Math.max(bar, start ?? bar) };
  };
  const end = () => {
    setStart(undefined);
    onPoint(undefined);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setStart(rangeTo(event).first);
    },
    onPointerMove: (event: PointerEvent) => {
      onPoint(rangeTo(event));
    },
    onPointerUp: (event: PointerEvent) => {
      if (start === undefined) return;
      end();
      onChoose(rangeTo(event));
    },
    onPointerCancel: end,
    onPointerLeave: () => {
      if (start === undefined) onPoint(undefined);
    },
  };
}
