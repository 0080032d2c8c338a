import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { invalidateNoun, useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { Boundary } from "../boundary/boundary.model.ts";
import type { Layer, ReadAnswer } from "../layer/layer.model.ts";
import { LayerRow } from "./LayerRow.tsx";

type Features = ReadAnswer["features"];

const isArchive = (file: File): boolean => /\.(zip|kmz)$/i.test(file.name);
/** A file as the server reads it: its text, or an archive in base64. */
const bodyOf = async (file: File): Promise<{ text: string } | { archive: string }> => {
  if (!isArchive(file)) return { text: await file.text() };
  const address = await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(String(reader.result)));
    reader.addEventListener("error", () => fail(reader.error ?? new Error("unreadable")));
    reader.readAsDataURL(file);
  });
  return { archive: address.slice(address.indexOf(",") + 1) };
};

/** The agency's layers, and the import of a file into a new one. */
export function Layers({
  keep,
  save,
}: {
  keep: (name: string, features: Features) => Promise<void>;
  save: (layer: Layer) => void;
}) {
  const { can } = useAuth();
  const layers = useGet<{ items: Layer[] }>("map-layers", "/api/v1/map-layers");
  const boundary = useGet<Boundary>("map-boundary", "/api/v1/map/boundary");
  const client = useQueryClient();
  const choose = async ({ definitionId }: Layer) => {
    const now = boundary.data;
    try {
      await api("/api/v1/map/boundary", {
        method: "PUT",
        body: { definitionId: now?.definitionId === definitionId ? null : definitionId },
        ...(now ? { version: now.version } : {}),
      });
      await invalidateNoun(client, "map-boundary");
    } catch (error) {
      notify.failed("The outline was not changed", error);
    }
  };
  const [read, setRead] = useState<{ name: string; answer: ReadAnswer } | null>(null);
  const [step, setStep] = useState<{ action: "publish" | "retire"; layer: Layer } | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const answer = await api<ReadAnswer>("/api/v1/map-layers/read", {
        method: "POST",
        body: await bodyOf(file),
      });
      setRead({ name: file.name.replace(/\.\w+$/, ""), answer });
    } catch (error) {
      notify.failed("The file was not read", error);
    }
  };
  return (
    <Panel title="Layers">
      <ul className="grid gap-2">
        {(layers.data?.items ?? []).map((layer) => (
          <LayerRow
            key={layer.id}
            layer={layer}
            isBoundary={boundary.data?.definitionId === layer.definitionId}
            save={() => save(layer)}
            step={(action) => setStep({ action, layer })}
            choose={() => void choose(layer)}
          />
        ))}
      </ul>
      <p className="text-13 text-t2">
        {boundary.data?.name
          ? `${boundary.data.name} is the outline of the agency: whoever reports a place outside of it is asked first.`
          : "No layer is the outline of the agency, so a report from anywhere is taken."}
      </p>
      {layers.data?.items.length === 0 && <p className="text-t2">No layers yet.</p>}
      {can("place.edit") && (
        <label className="field">
          <span className="label">Import a layer: streets, rivers, districts, places</span>
          <span className="hint">
            Zipped shapefile, KML, KMZ, GeoJSON, or CSV with name, latitude, longitude; up to 5 MB,
            zipped up to 10 MB. In WGS 84 (latitude and longitude).
          </span>
          <input
            type="file"
            accept=".zip,.kml,.kmz,.json,.geojson,.csv"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </label>
      )}
      {read && (
        <div className="grid gap-2" role="status">
          <p>
            {counted(read.answer.features.length, "shape")} read, {read.answer.problems.length}{" "}
            refused.
          </p>
          <ul className="text-13 text-danger">
            {read.answer.problems.slice(0, 20).map(({ row, problem }) => (
              <li key={`${row}${problem}`}>
                Row {row}: {problem}
              </li>
            ))}
          </ul>
          <button
            type="button"
            className="btn btn-primary justify-self-start"
            disabled={!read.answer.features.length}
            onClick={() => void keep(read.name, read.answer.features).then(() => setRead(null))}
          >
            Keep as a draft
          </button>
        </div>
      )}
      {step && (
        <StepDialog
          path="/api/v1/map-layers"
          version={step.layer}
          action={step.action}
          text={
            step.action === "publish"
              ? "Everybody in the agency sees it on the map. A later version replaces it."
              : "It is no longer on the map. Its versions stay readable."
          }
          onClose={() => setStep(null)}
        />
      )}
    </Panel>
  );
}
