import { useState } from "react";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { api } from "#web/kit/api.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Layer, ReadAnswer } from "../layer/layer.model.ts";

type Features = ReadAnswer["features"];

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
  const [read, setRead] = useState<{ name: string; answer: ReadAnswer } | null>(null);
  const [step, setStep] = useState<{ action: "publish" | "retire"; layer: Layer } | null>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const answer = await api<ReadAnswer>("/api/v1/map-layers/read", {
      method: "POST",
      body: { text: await file.text() },
    });
    setRead({ name: file.name.replace(/\.\w+$/, ""), answer });
  };
  return (
    <Panel title="Layers">
      <ul className="grid gap-2">
        {(layers.data?.items ?? []).map((layer) => (
          <li key={layer.id} className="flex flex-wrap items-center gap-2">
            <b>{layer.name}</b>
            <span className="text-13 text-t2">
              version {layer.versionNo}, {counted(layer.features.length, "shape")}
            </span>
            <StatusBadge status={layer.status} statuses={definitionStatuses} />
            <button type="button" className="btn" onClick={() => save(layer)}>
              Export GeoJSON
            </button>
            {can("place.publish") && layer.status !== "retired" && (
              <button
                type="button"
                className="btn"
                onClick={() =>
                  setStep({ action: layer.status === "draft" ? "publish" : "retire", layer })
                }
              >
                {layer.status === "draft" ? "Publish" : "Retire"}
              </button>
            )}
          </li>
        ))}
      </ul>
      {layers.data?.items.length === 0 && <p className="text-t2">No layers yet.</p>}
      {can("place.edit") && (
        <label className="field">
          <span className="label">Import GeoJSON, or CSV with name, latitude, longitude</span>
          <input
            type="file"
            accept=".json,.geojson,.csv"
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
