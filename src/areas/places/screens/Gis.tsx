import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { areaOf } from "#kernel/geo/geojson.ts";
import { counted } from "#kernel/words.ts";
import type { MapArea } from "#web/kit/map/map.types.ts";
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

function Nouns({
  records,
  off,
  toggle,
}: {
  records: Records;
  off: ReadonlySet<string>;
  toggle: (noun: string) => void;
}) {
  return (
    <ul className="checks">
      {records.unplaced.map(({ noun, label, count }) => (
        <li key={noun}>
          <label className="flex gap-2">
            <input type="checkbox" checked={!off.has(noun)} onChange={() => toggle(noun)} />
            <span>
              {label}: {records.items.filter((item) => item.noun === noun).length} on the map
              {count > 0 && <span className="text-t2">, {count} without a place</span>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** The agency's map: records of every area that offers them, and its own published layers. */
export default function Gis() {
  const records = useGet<Records>("map-records", "/api/v1/map/records");
  const layers = useGet<{ items: Layer[] }>("map-layers", "/api/v1/map-layers");
  const [off, setOff] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setOff((now) => new Set(now.has(name) ? [...now].filter((n) => n !== name) : [...now, name]));
  if (records.isPending) return <RecordSkeleton />;
  if (!records.data) return <ErrorPanel error={records.error} what="The map" />;
  const published = (layers.data?.items ?? []).filter((layer) => layer.status === "published");
  const areas: MapArea[] = published
    .filter((layer) => !off.has(layer.id))
    .map((layer) => ({
      id: layer.id,
      label: layer.name,
      tone: "layer",
      area: areaOf(layer.features),
    }));
  const shown = (records.data.items ?? none).filter((item) => !off.has(item.noun)).map(pointOf);
  return (
    <div className="stack">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-22 font-semibold">Map</h1>
        <Link className="btn ml-auto" to={pathTo("advancedGis")}>
          Draw, import, find inside
        </Link>
      </div>
      <Panel title={counted(records.data.items.length, "record")}>
        <AgencyMap label="Records of the agency" areas={areas} points={shown} />
      </Panel>
      <Panel title="What is shown">
        <Nouns records={records.data} off={off} toggle={toggle} />
        {published.map((layer) => (
          <label key={layer.id} className="flex gap-2">
            <input type="checkbox" checked={!off.has(layer.id)} onChange={() => toggle(layer.id)} />
            Layer: {layer.name}
          </label>
        ))}
        <p className="text-13 text-t2">
          A record without typed coordinates stands at the centre of its ZIP, up to 8 km off, until
          somebody pins it. Outlines: U.S. Census Bureau.
        </p>
      </Panel>
    </div>
  );
}
