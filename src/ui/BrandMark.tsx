/** The logo: an arch with two door leaves. */

export function BrandMark() {
  return (
    <svg
      width="28"
      height="28"
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M5 24V12a9 9 0 0 1 18 0v12M14 24V12M1 24h26" />
    </svg>
  );
}
