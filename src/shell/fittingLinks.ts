/** Finds the links of the bar that fit beside each other. */

export interface BarLink {
  readonly key: string;
  readonly to: string;
  readonly label: string;
  readonly current?: 'page' | 'true' | undefined;
}

/** The links that fit into a width: the current one always, then those in front. @param widths in CSS pixels, the button's last */
export function fitting(links: readonly BarLink[], widths: readonly number[], room: number): ReadonlySet<string> {
  const widthOf = (at: number) => widths[at] ?? 0;
  const all = links.reduce((sum, _link, at) => sum + widthOf(at), 0);
  if (all <= room) return new Set(links.map(({ key }) => key));
  let left = room - widthOf(links.length) - links.reduce((sum, { current }, at) => sum + (current ? widthOf(at) : 0), 0);
  let isFull = false;
  return new Set(
    links.flatMap(({ key, current }, at) => {
      if (current) return [key];
      isFull ||= widthOf(at) > left;
      left -= widthOf(at);
      return isFull ? [] : [key];
    }),
  );
}
