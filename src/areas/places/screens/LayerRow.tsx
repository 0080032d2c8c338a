import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import type { Layer } from "../layer/layer.model.ts";

/** One version of a layer, and what may be done with it. */
export function LayerRow({
  layer,
  isBoundary,
  save,
  step,
  choose,
}: {
  layer: Layer;
  isBoundary: boolean;
  save: () => void;
  step: (action: "publish" | "retire") => void;
  choose: () => void;
}) {
  const { can } = useAuth();
  const inForce = layer.status === "published";
  const draws = layer.features.some(({ geometry }) => geometry.type === "MultiPolygon");
  return (
    <li className="flex flex-wrap items-center gap-2">
      <b>{layer.name}</b>
      <span className="text-13 text-t2">
        version {layer.versionNo}, {counted(layer.features.length, "shape")}
        {isBoundary && inForce && ", the outline of the agency"}
      </span>
      <StatusBadge status={layer.status} statuses={definitionStatuses} />
      <button type="button" className="btn" onClick={save}>
        Export GeoJSON
      </button>
      {can("place.publish") && layer.status !== "retired" && (
        <button
          type="button"
          className="btn"
          onClick={() => step(layer.status === "draft" ? "publish" : "retire")}
        >
          {layer.status === "draft" ? "Publish" : "Retire"}
        </button>
      )}
      {can("organization.edit") && inForce && draws && (
        <button type="button" className="btn" onClick={choose}>
          {isBoundary ? "Take it as the outline no more" : "Make it the agency's outline"}
        </button>
      )}
    </li>
  );
}
