import { useMemo, useState, type FormEvent } from "react";
import { Link } from "react-router";
import type { Area, Vertex } from "#kernel/geo/area.ts";
import { readRing } from "#kernel/geo/geojson.ts";
import { counted } from "#kernel/words.ts";
import { api } from "#web/kit/api.ts";
import { saveFile } from "#web/kit/bytes.ts";
import { useMutationAction, useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ReadAnswer } from "../layer/layer.model.ts";
import type { Found, Placed } from "../placed/placed.model.ts";
import { AgencyMap } from "./AgencyMap.tsx";
import { Layers } from "./Layers.tsx";
import { pointOf } from "./points.ts";

type Answer = {
  items: Found[];
  pages: { noun: string; label: string; count: number; href: string }[];
  unplaced: { label: string; count: number }[];
};

const drawnArea = (corners: readonly Vertex[], radius: number): Area => {
  const [first] = corners;
  if (first && corners.length === 1 && radius > 0)
    return {
      polygons: [],
      circles: [{ center: { longitude: first[0], latitude: first[1] }, radius }],
    };
  return {
    polygons: corners.length >= 3 ? [[[...corners, first!]]] : [],
    circles: [],
  };
};

function Corners({
  corners,
  set,
}: {
  corners: readonly Vertex[];
  set: (corners: readonly Vertex[]) => void;
}) {
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const latitude = Number(form.get("latitude"));
    const longitude = Number(form.get("longitude"));
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
      notify.failed("This is no position", "Latitude is −90 to 90, longitude −180 to 180.");
    else {
      set([...corners, [longitude, latitude]]);
      event.currentTarget.reset();
    }
  };
  return (
    <div className="grid gap-3">
      <form className="flex flex-wrap items-end gap-2" onSubmit={add}>
        <label className="field">
          <span className="label">Latitude</span>
          <input className="field-control" name="latitude" required inputMode="decimal" />
        </label>
        <label className="field">
          <span className="label">Longitude</span>
          <input className="field-control" name="longitude" required inputMode="decimal" />
        </label>
        <button className="btn">Add corner</button>
        <button
          type="button"
          className="btn"
          disabled={!corners.length}
          onClick={() => set(corners.slice(0, -1))}
        >
          Take the last back
        </button>
        <button type="button" className="btn" disabled={!corners.length} onClick={() => set([])}>
          Begin again
        </button>
      </form>
      <ol className="text-13 text-t2">
        {corners.map(([longitude, latitude], n) => (
          <li key={n}>
            {n + 1}. {latitude}, {longitude}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Inside({ answer }: { answer: Answer }) {
  return (
    <Panel title={`Inside or possibly inside: ${answer.items.length}`}>
      <ul className="checks">
        {answer.pages.map((page) => (
          <li key={page.noun}>
            <Link to={page.href}>{`${page.label}: ${page.count}, open their list`}</Link>
          </li>
        ))}
      </ul>
      {answer.unplaced.length > 0 && (
        <p className="text-13 text-t2">
          Not judged, for they have no place:{" "}
          {answer.unplaced.map(({ label, count }) => `${label} ${count}`).join(", ")}.
        </p>
      )}
    </Panel>
  );
}

/** Draws an area by mouse or typed coordinates, finds what is inside, keeps it as a layer. */
export default function AdvancedGis() {
  const [corners, setCorners] = useState<readonly Vertex[]>([]);
  const [buffer, setBuffer] = useState(0);
  const [radius, setRadius] = useState(1000);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const records = useGet<{ items: Placed[] }>("map-records", "/api/v1/map/records");
  const save = useMutationAction<{ id: string }>("map-layers");
  const area = useMemo(() => drawnArea(corners, radius), [corners, radius]);
  const drawn = area.polygons.length + area.circles.length > 0;
  const find = async () => {
    const ring = area.polygons[0]?.[0];
    const read = ring ? readRing(ring) : null;
    if (read && !read.ok) notify.failed("This area cannot be used", read.problem);
    else
      setAnswer(await api<Answer>("/api/v1/map/find", { method: "POST", body: { area, buffer } }));
  };
  const keep = async (name: string, features: ReadAnswer["features"]) => {
    await save.mutateAsync({ path: "/api/v1/map-layers", body: { name, note: "", features } });
    notify.done("Drafted", `${name} with ${counted(features.length, "shape")}`);
  };
  const points = answer?.items ?? records.data?.items ?? [];
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Draw on the map</h1>
      <Panel title="Area">
        <AgencyMap
          label="The drawn area and the records around it"
          areas={drawn ? [{ id: "drawn", label: "Drawn area", area, tone: "drawn" }] : []}
          points={points.map(pointOf)}
          onPlace={({ latitude, longitude }) => setCorners([...corners, [longitude, latitude]])}
        />
        <p className="text-13 text-t2">
          Click corners or type them. One corner with a radius is a circle, three or more an area.
        </p>
        <Corners corners={corners} set={setCorners} />
        <div className="flex flex-wrap items-end gap-2">
          <label className="field">
            <span className="label">Radius of a circle, meters</span>
            <input
              className="field-control"
              type="number"
              min={1}
              value={radius}
              onChange={(event) => setRadius(Number(event.target.value))}
            />
          </label>
          <label className="field">
            <span className="label">Widened by, meters</span>
            <input
              className="field-control"
              type="number"
              min={0}
              value={buffer}
              onChange={(event) => setBuffer(Number(event.target.value))}
            />
          </label>
          <button
            type="button"
            className="btn btn-primary"
            disabled={!drawn}
            onClick={() => void find()}
          >
            Find inside
          </button>
          <button
            type="button"
            className="btn"
            disabled={!area.polygons.length}
            onClick={() =>
              void keep(`Area of ${corners.length} corners`, [
                {
                  name: "Drawn area",
                  note: "",
                  geometry: { type: "MultiPolygon", coordinates: area.polygons as never },
                },
              ])
            }
          >
            Keep as a layer
          </button>
        </div>
      </Panel>
      {answer && <Inside answer={answer} />}
      <Layers
        keep={keep}
        save={(layer) =>
          saveFile(
            `${layer.name}.geojson`,
            JSON.stringify({
              type: "FeatureCollection",
              features: layer.features.map(({ name, note, geometry }) => ({
                type: "Feature",
                properties: { name, note },
                geometry,
              })),
            }),
            "application/geo+json",
          )
        }
      />
    </div>
  );
}
