import { useState } from "react";
import { CostCodeChoice } from "#areas/budget/budget.ui.tsx";
import { UnitField } from "#areas/organization/organization.ui.tsx";
import { options } from "#kernel/labels.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { FormRow, QuantityField, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { begunDraft, firstUnits, pointsOf, typedPoints, type Draft } from "./draft.model.ts";
import { measureKinds, type MeasureKind } from "./geometry.model.ts";
import type { DrawnRow } from "./measurement.model.ts";
import type { SheetDetail } from "./plan.model.ts";
import { partFor } from "./SheetTools.tsx";

type Given = {
  name: string;
  viewportId: string;
  points: string;
  cutOuts: string;
  unit: string;
  depth: string;
  depthUnit: string;
  slope: string;
  costCodeId: string | null;
  commodityCode: string;
  note: string;
};

const ofDraft = (sheet: SheetDetail, draft: Draft): Given => ({
  name: "",
  viewportId: partFor(sheet, draft.points).id,
  points: typedPoints(draft.points),
  cutOuts: draft.cutOuts.map(typedPoints).join("\n"),
  unit: firstUnits[draft.kind].code,
  depth: "",
  depthUnit: "ft",
  slope: "",
  costCodeId: null,
  commodityCode: "",
  note: "",
});
const ofRow = (row: DrawnRow): Given => ({
  name: row.name,
  viewportId: row.viewportId,
  points: typedPoints(row.points),
  cutOuts: row.cutOuts.map(typedPoints).join("\n"),
  unit: row.unit,
  depth: row.depth ? plainDecimal(row.depth.amount) : "",
  depthUnit: row.depth?.unit ?? "ft",
  slope: row.slope ?? "",
  costCodeId: row.costCodeId,
  commodityCode: row.commodityCode ?? "",
  note: row.note,
});

const bodyOf = (kind: MeasureKind, given: Given) => ({
  name: given.name,
  viewportId: given.viewportId,
  // Text that names no points is sent as none, which the server refuses in words.
  points: pointsOf(given.points) ?? [],
  cutOuts: given.cutOuts
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => pointsOf(line) ?? []),
  unit: given.unit,
  depth: kind === "volume" && given.depth ? { amount: given.depth, unit: given.depthUnit } : null,
  slope: given.slope || null,
  costCodeId: given.costCodeId || null,
  commodityCode: given.commodityCode || null,
  note: given.note,
});

function Fields({ sheet, kind, code }: { sheet: SheetDetail; kind: MeasureKind; code: string }) {
  return (
    <>
      <TextField name="name" label="What is measured" required />
      <FormRow>
        <UnitField name="unit" label="Unit" required />
        {kind === "volume" && <QuantityField name="depth" label="Depth" required />}
        {kind === "volume" && <UnitField name="depthUnit" label="Unit of the depth" required />}
        {kind !== "count" && (
          <QuantityField name="slope" label="Slope, rise in percent" hint="75 is 4 to 3." />
        )}
      </FormRow>
      <FormRow>
        <CostCodeChoice name="costCodeId" label="Cost code" current={code || null} />
        <TextField name="commodityCode" label="Commodity code" />
      </FormRow>
      <SelectField
        name="viewportId"
        label="Part of the sheet"
        required
        options={sheet.viewports.map(({ id, name, scale }) => ({
          value: id,
          label: `${name}, ${scale?.label ?? "no scale"}`,
        }))}
      />
      <TextArea
        name="points"
        label="Points"
        hint="In points of the page from its lower left corner: x, y; x, y"
        required
        rows={3}
      />
      {(kind === "area" || kind === "volume") && (
        <TextArea name="cutOuts" label="Cut-outs" hint="One on each line." rows={2} />
      )}
      <TextArea name="note" label="Note" rows={2} maxLength={1000} />
    </>
  );
}

/** Measures what was drawn or is typed, or changes what stands. */
export function MeasureDialog({
  sheet,
  draft,
  edited,
  onClose,
  onDone,
}: {
  sheet: SheetDetail;
  draft: Draft | null;
  edited: DrawnRow | null;
  onClose: () => void;
  onDone: () => void;
}) {
  const kind = edited?.kind ?? draft?.kind ?? "area";
  const [values] = useState(() =>
    edited ? ofRow(edited) : ofDraft(sheet, draft ?? begunDraft(kind)),
  );
  return (
    <PostDialog<Given>
      title={
        edited
          ? `Change ${edited.number}`
          : options(measureKinds).find(({ value }) => value === kind)!.label
      }
      path={edited ? `/api/v1/measurements/${edited.id}` : "/api/v1/measurements"}
      {...(edited ? { method: "PUT" as const, version: edited.version } : {})}
      submit={edited ? "Save the change" : "Save the measurement"}
      values={values}
      nouns={["measurements", "plan-sets"]}
      bodyOf={(given) => ({
        ...bodyOf(kind, given),
        ...(edited ? {} : { sheetId: sheet.id, kind }),
      })}
      onClose={onClose}
      onDone={onDone}
    >
      <Fields sheet={sheet} kind={kind} code={edited?.costCode ?? ""} />
    </PostDialog>
  );
}
