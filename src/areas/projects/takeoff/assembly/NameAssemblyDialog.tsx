import { useState } from "react";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { MeasurementDetail } from "../measurement.model.ts";
import type { GivenValues } from "./assembly.labels.ts";
import type { AssemblyRow } from "./assembly.model.ts";
import { usualValues } from "./expand.model.ts";
import type { NamedAssembly } from "./named.model.ts";
import { Values } from "./TryPanel.tsx";

/** Chooses the assembly of a measurement among those in force, with the values that are typed for it. */
export function NameAssemblyDialog({
  m,
  named,
  onClose,
}: {
  m: MeasurementDetail;
  named: NamedAssembly;
  onClose: () => void;
}) {
  const save = useMutationAction("measurements");
  const list = useGet<{ items: AssemblyRow[] }>("takeoff-assemblies", "/api/v1/takeoff-assemblies");
  const [chosen, setChosen] = useState(named.assembly?.definitionId ?? "");
  const [typed, setTyped] = useState<GivenValues>(named.typed);
  const offered = (list.data?.items ?? []).filter(
    ({ status, variables }) =>
      status === "published" && variables.some(({ source }) => source === m.kind),
  );
  const assembly = offered.find(({ definitionId }) => definitionId === chosen);
  const filled = assembly?.variables.find(({ source }) => source === m.kind)?.key;
  const asked = assembly?.variables.filter(({ key }) => key !== filled) ?? [];
  const given = { ...usualValues(asked), ...typed };
  const values = Object.fromEntries(
    asked.flatMap(({ key }) => (given[key]?.amount.trim() ? [[key, given[key]] as const] : [])),
  );
  const run = () =>
    save.mutate(
      {
        method: "PUT",
        path: `/api/v1/measurements/${m.id}/assembly`,
        version: m.version,
        body: { assembly: chosen ? { definitionId: chosen, typed: values } : null },
      },
      {
        onSuccess: onClose,
        onError: (error) => notify.failed("The assembly was not saved", error),
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title="Assembly of the measurement"
      description="It follows the version that is in force now, and keeps it."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={save.isPending}
            onClick={() => {
              if (!save.isPending) run();
            }}
          >
            Save
          </button>
        </>
      }
    >
      <div className="grid gap-4">
        <label className="field">
          <span>Assembly</span>
          <select
            className="field-control"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">None</option>
            {offered.map((each) => (
              <option key={each.definitionId} value={each.definitionId}>
                {each.name}
              </option>
            ))}
          </select>
        </label>
        <Values variables={asked} given={given} onChange={setTyped} />
      </div>
    </Dialog>
  );
}
