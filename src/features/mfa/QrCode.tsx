/** QR code as one SVG path. Dark on light in every theme, because many scanners cannot read inverted codes. */
import { useMemo } from 'react';
import { encode } from 'uqr';

/** Light modules around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET_ZONE });
    const dark = code.data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${String(x)} ${String(y)}h1v1h-1z`] : [])),
    );
    return { size: code.size, path: dark.join('') };
  }, [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${String(size)} ${String(size)}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="white" d={`M0 0h${String(size)}v${String(size)}H0z`} />
      <path fill="black" d={path} />
    </svg>
  );
}
