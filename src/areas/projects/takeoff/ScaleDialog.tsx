import { useState } from "react";
import { useWatch } from "react-hook-form";
import { UnitField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { ApiProblem } from "#web/kit/api.ts";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { FormRow, QuantityField, SelectField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { Point } from "./geometry.model.ts";
import type { SheetDetail } from "./plan.model.ts";
import { calibrationBases, listedScales } from "./scale.model.ts";
import { partFor } from "./SheetTools.tsx";

type Given = { viewportId: string; basis: string; length: string; unit: string; listed: string };
type Change = {
  id: string;
  number: string;
  name: string;
  unit: string;
  before: string | null;
  after: string | null;
};

function Fields({ sheet }: { sheet: SheetDetail }) {
  const basis = useWatch({ name: "basis" }) as string;
  return (
    <>
      <SelectField
        name="viewportId"
        label="Part of the sheet"
        required
        options={sheet.viewports.map(({ id, name, scale }) => ({
          value: id,
          label: `${name}, ${scale?.label ?? "no scale"}`,
        }))}
      />
      <SelectField
        name="basis"
        label="How it is known"
        required
        options={options(calibrationBases)}
      />
      {basis === "points" && (
        <FormRow>
          <QuantityField name="length" label="Length between the points" required />
          <UnitField name="unit" label="Unit" required />
        </FormRow>
      )}
      {basis === "listed" && (
        <SelectField name="listed" label="Scale" required options={options(listedScales)} />
      )}
    </>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <div className="notice tone-warning" role="alert">
      <p>These quantities change. Look at them, and set the scale again.</p>
      <ul>
        {changes.map(({ id, number, name, unit, before, after }) => (
          <li key={id}>
            {number} {name}: {before} {unit} becomes {after ?? "none"} {after && unit}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Sets the scale of a part of a sheet; what changes by it is shown first. */
export function ScaleDialog({
  sheet,
  marks,
  onClose,
  onDone,
}: {
  sheet: SheetDetail;
  marks: readonly Point[];
  onClose: () => void;
  onDone: () => void;
}) {
  const act = useMutationAction("plan-sets", "measurements");
  const [changes, setChanges] = useState<{ of: string; rows: readonly Change[] } | null>(null);
  const [values] = useState<Given>({
    viewportId: partFor(sheet, marks).id,
    basis: marks.length === 2 ? "points" : "listed",
    length: "",
    unit: "ft",
    listed: "",
  });
  const set = async ({ viewportId, ...given }: Given) => {
    const part = sheet.viewports.find(({ id }) => id === viewportId)!;
    const of = JSON.stringify([viewportId, given]);
    const [from = null, to = null] = marks;
    try {
      await act.mutateAsync({
        method: "PUT",
        path: `/api/v1/sheet-viewports/${viewportId}/scale`,
        version: part.version,
        body: {
          ...{ basis: given.basis, unit: given.unit, from, to },
          length: given.length || null,
          listed: given.listed || null,
          seen: changes?.of === of,
        },
      });
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== "quantities_change") throw error;
      setChanges({ of, rows: error.extra["changes"] as Change[] });
      return;
    }
    notify.done("The scale is set", part.name);
    onClose();
    onDone();
  };
  return (
    <FormDialog<Given>
      title="Set scale"
      description="Every quantity of the part follows from it. A drawing scaled by its printer is measured by two points."
      defaultValues={values}
      submitLabel={changes ? "Set the scale, the changes are seen" : "Set the scale"}
      onSubmit={set}
      onClose={onClose}
    >
      <Fields sheet={sheet} />
      {changes && <Changes changes={changes.rows} />}
    </FormDialog>
  );
}
