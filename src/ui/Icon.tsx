/** Line icons in the text's colourfor the sign-in pages, messages and grid cells; other icons come from @ant-design/icons. */

const shapes = {
  info: 'M10 9v5M10 6v.5M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z',
  success: 'm6.5 10.5 2.5 2.5 4.5-5.5M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z',
  warning: 'M10 8v4M10 14.5v.5M10 2.5 18.5 17.5H1.5Z',
  error: 'M10 6v5M10 13.5v.5M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z',
  todo: 'M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0Z',
  close: 'm5 5 10 10M15 5 5 15',
  eye: 'M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10ZM12.5 10a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  eyeOff:
    'M8 4.7A8 8 0 0 1 10 4.5c5.5 0 8.5 5.5 8.5 5.5a14 14 0 0 1-2.2 2.8M13 14.7a7.5 7.5 0 0 1-3 .8C4.5 15.5 1.5 10 1.5 10a14 14 0 0 1 3.3-3.8M2.5 2.5l15 15M8.3 8.2a2.5 2.5 0 0 0 3.5 3.5',
  next: 'm7.5 4.5 5.5 5.5-5.5 5.5',
  user: 'M13.5 6.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM3 17.5c0-3.5 3-5.5 7-5.5s7 2 7 5.5',
  more: 'M3 10h2.5M8.75 10h2.5M14.5 10H17',
} as const;

export type IconName = keyof typeof shapes;

/** Decorative; the meaning must be in the text beside it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}

export const isIconName = (name: string | undefined): name is IconName => name !== undefined && name in shapes;
