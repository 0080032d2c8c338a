import type { Verdict } from "#kernel/geo/fence.ts";

const size = 480;
const middle = size / 2;

/** The fence, the reading and how far its true position may be, drawn to scale around the site. */
export function GeofenceMap({
  radius,
  offset,
  accuracy,
  verdict,
}: {
  radius: number;
  offset: { east: number; north: number };
  accuracy: number | null;
  verdict: Verdict;
}) {
  const reach =
    Math.max(
      radius * 1.25,
      Math.max(Math.abs(offset.east), Math.abs(offset.north)) + (accuracy ?? 0),
      1,
    ) * 1.08;
  const scale = middle / reach;
  const x = middle + offset.east * scale;
  const y = middle - offset.north * scale;
  const words = {
    inside: "inside the fence",
    outside: "outside of the fence",
    unknown: "not known to be inside or outside",
  };
  return (
    <svg
      className="live-map"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={`The fence of ${radius} m around the site, and the reading with its accuracy: ${words[verdict]}`}
    >
      <line className="map-grid" x1={0} x2={size} y1={middle} y2={middle} />
      <line className="map-grid" x1={middle} x2={middle} y1={0} y2={size} />
      <circle className="map-fence" cx={middle} cy={middle} r={radius * scale} />
      <rect className="map-site" x={middle - 6} y={middle - 6} width={12} height={12} rx={2} />
      {accuracy !== null && (
        <circle
          className={`map-reach map-${verdict}`}
          cx={x}
          cy={y}
          r={Math.max(accuracy * scale, 1)}
        />
      )}
      <circle className={`map-reading map-${verdict}`} cx={x} cy={y} r={6} />
      <text className="map-word" x={middle + 12} y={middle + 20}>
        Site
      </text>
      <text className="map-word" x={Math.min(x + 12, size - 70)} y={y - 10}>
        Reading
      </text>
    </svg>
  );
}
