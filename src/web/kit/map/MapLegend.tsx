import { symbolPath, type KindLook } from "./kinds.ts";

type LegendEntry = { look: KindLook; shown: number; without?: number };

function Symbol({ look }: { look: KindLook }) {
  return (
    <svg className="map-symbol" viewBox="0 0 16 16" aria-hidden="true">
      <path className={`map-kind-${look.n} ${look.symbol}`} d={symbolPath(look.symbol, 8, 8, 5)} />
    </svg>
  );
}

/**
 * What colours and symbols mean, and how many there are; with `toggle` each kind is taken off the map
 * and put back.
 */
export function MapLegend({
  entries,
  off,
  toggle,
}: {
  entries: readonly LegendEntry[];
  off?: ReadonlySet<string> | undefined;
  toggle?: ((kind: string) => void) | undefined;
}) {
  if (entries.length === 0) return null;
  return (
    <ul className="map-legend" aria-label="Legend">
      {entries.map(({ look, shown, without = 0 }) => {
        const words = (
          <>
            <Symbol look={look} />
            <span>
              {look.kind} <span className="text-t2">{shown.toLocaleString("en-US")}</span>
              {without > 0 && (
                <span className="text-t2">, {without.toLocaleString("en-US")} without a place</span>
              )}
            </span>
          </>
        );
        return (
          <li key={look.kind}>
            {toggle ? (
              <label className="map-legend-entry">
                <input
                  type="checkbox"
                  checked={!off?.has(look.kind)}
                  onChange={() => toggle(look.kind)}
                />
                {words}
              </label>
            ) : (
              <span className="map-legend-entry">{words}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
