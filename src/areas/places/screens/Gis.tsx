import { useMemo, useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { areaOf, linesOf } from "#kernel/geo/geojson.ts";
import { counted } from "#kernel/words.ts";
import { looksOf } from "#web/kit/map/kinds.ts";
import type { MapArea } from "#web/kit/map/map.types.ts";
import { MapLegend } from "#web/kit/map/MapLegend.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { Layer } from "../layer/layer.model.ts";
import type { Placed } from "../placed/placed.model.ts";
import { AgencyMap } from "./AgencyMap.tsx";
import { pointOf } from "./points.ts";

type Records = {
  items: Placed[];
  unplaced: { noun: string; label: string; count: number }[];
};
const none: readonly Placed[] = [];

type Shown = { off: ReadonlySet<string>; toggle: (name: string) => void };

function What({
  records,
  layers,
  kinds,
  off,
  toggle,
}: Shown & { records: Records; layers: readonly Layer[]; kinds: readonly string[] }) {
  const looks = looksOf(kinds);
  const entries = records.unplaced.map(({ label, noun, count }) => ({
    look: looks.get(label)!,
    shown: records.items.filter((item) => item.noun === noun).length,
    without: count,
  }));
  return (
    <div className="grid gap-2">
      <MapLegend entries={entries} off={off} toggle={toggle} />
      {layers.length > 0 && (
        <ul className="map-legend" aria-label="Layers">
          {layers.map((layer) => (
            <li key={layer.id}>
              <label className="map-legend-entry">
                <input
                  type="checkbox"
                  checked={!off.has(layer.id)}
                  onChange={() => toggle(layer.id)}
                />
                <span>Layer: {layer.name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The agency's map: records of every area that offers them, and its own published layers. */
export default function Gis() {
  const records = useGet<Records>("map-records", "/api/v1/map/records");
  const layers = useGet<{ items: Layer[] }>("map-layers", "/api/v1/map-layers");
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setOff((now) => new Set(now.has(name) ? [...now].filter((n) => n !== name) : [...now, name]));
  const held = records.data;
  const kinds = useMemo(() => held?.unplaced.map(({ label }) => label) ?? [], [held]);
  const published = useMemo(
    () => (layers.data?.items ?? []).filter((layer) => layer.status === "published"),
    [layers.data],
  );
  const areas = useMemo(
    () =>
      published
        .filter((layer) => !off.has(layer.id))
        .map((layer): MapArea => ({
          id: layer.id,
          label: layer.name,
          tone: "layer",
          area: areaOf(layer.features),
          lines: linesOf(layer.features),
        })),
    [published, off],
  );
  const shown = useMemo(
    () => (held?.items ?? none).filter((item) => !off.has(item.nounLabel)).map(pointOf),
    [held, off],
  );
  if (records.isPending) return <RecordSkeleton />;
  if (!held) return <ErrorPanel error={records.error} what="The map" />;
  const without = held.unplaced.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Map</h1>
        <Link className="btn ml-auto" to={pathTo("advancedGis")}>
          Draw, import, find inside
        </Link>
      </div>
      <Panel
        title={`${counted(held.items.length, "record")} on the map${without > 0 ? `, ${without.toLocaleString("en-US")} without a place` : ""}`}
      >
        <What records={held} layers={published} kinds={kinds} off={off} toggle={toggle} />
        <AgencyMap label="Records of the agency" areas={areas} points={shown} kinds={kinds} />
        <p className="mt-2 text-13 text-t2">
          A record without typed coordinates stands at the center of its ZIP, up to 5 miles off,
          until somebody pins it.
        </p>
      </Panel>
    </div>
  );
}
