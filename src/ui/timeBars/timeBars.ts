/** Stacked bars over time: what a chart shows, and the arithmetic of its axes. */
export interface BarSeries {
  readonly key: string;
  readonly label: string;
  readonly tone: 'success' | 'warning' | 'error';
  /** Tells the series apart without their colours. */
  readonly pattern: 'plain' | 'stripes' | 'dots';
  /** There is one value for each bar. */
  readonly values: readonly number[];
}

export interface BarsData {
  /** Milliseconds since 1970, ascending; one more than there are bars. */
  readonly edges: readonly number[];
  /** Series from the bottom of the stack to its top. */
  readonly series: readonly BarSeries[];
  /** What the total of each bar usually is, drawn as a line over it. */
  readonly usual?: { readonly label: string; readonly values: readonly number[] };
}

export interface TimeBarsTexts {
  /** The name of the chart and the caption of its table. */
  readonly label: string;
  /** How to use it with the keyboard. */
  readonly hint: string;
  /** Headers of the table's first column, and of its last. */
  readonly time: string;
  readonly total: string;
  readonly showTable: string;
  readonly hideTable: string;
}

/** Bars from `first` to `last`, both included. */
export interface BarRange {
  readonly first: number;
  readonly last: number;
}

export const barCount = ({ edges }: BarsData): number => Math.max(0, edges.length - 1);

export const totalOfBar = ({ series }: BarsData, bar: number): number =>
  series.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0);

export const totalOfBars = (data: BarsData): number =>
  Array.from({ length: barCount(data) }, (_, bar) => totalOfBar(data, bar)).reduce((sum, total) => sum + total, 0);

const MAX_STEPS = 4;

/** Round numbers from 0 up to at least the highest bar, evenly spaced. */
export function scaleOf(data: BarsData): number[] {
  const totals = Array.from({ length: barCount(data) }, (_, bar) => totalOfBar(data, bar));
  const highest = Math.max(1, ...totals, ...(data.usual?.values ?? []));
  const power = 10 ** Math.floor(Math.log10(highest / MAX_STEPS));
  const step = Math.max(1, [1, 2, 5, 10].map((digit) => digit * power).find((size) => size * MAX_STEPS >= highest) ?? highest);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
}

/** A single event is seen beside thousands. */
const MIN_HEIGHT = 0.012;

interface BarPart {
  readonly key: string;
  /** Lengths are parts of the whole height. */
  readonly bottom: number;
  readonly height: number;
}

/** The parts of each bar, from the bottom to its top. */
export function heightsOf(data: BarsData): BarPart[][] {
  const most = scaleOf(data).at(-1) ?? 1;
  return Array.from({ length: barCount(data) }, (_, bar) => {
    let bottom = 0;
    return data.series.flatMap(({ key, values }) => {
      const value = values[bar] ?? 0;
      if (value === 0) return [];
      const part = { key, bottom, height: Math.max(MIN_HEIGHT, value / most) };
      bottom += part.height;
      return [part];
    });
  });
}

const HOUR_MS = 3_600_000;
const isMidnight = (time: number): boolean => new Date(time).getHours() === 0 && new Date(time).getMinutes() === 0;

/** Whether to mark only midnights: bars are parts of days, and there are several days. */
export const marksDays = ({ edges }: BarsData): boolean => {
  const [first = 0, second = 0] = edges.slice(1);
  return (edges.at(-1) ?? 0) - (edges[0] ?? 0) > 36 * HOUR_MS && second - first < 23 * HOUR_MS;
};

/** Bars whose beginnings are written below, `maxMarks` at most and evenly spaced. */
export function markedBars(data: BarsData, maxMarks: number): number[] {
  const bars = Array.from({ length: barCount(data) }, (_, bar) => bar);
  const candidates = marksDays(data) ? bars.filter((bar) => isMidnight(data.edges[bar] ?? 0)) : bars;
  const step = Math.ceil(candidates.length / Math.max(1, maxMarks));
  return candidates.filter((_, index) => index % step === 0);
}
