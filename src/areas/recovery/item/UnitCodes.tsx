import { useState } from "react";
import { counted } from "#kernel/words.ts";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { UnitRow } from "./equipment.model.ts";

const shown = (of: UnitRow["named"]) => (of ? `${of.code} ${of.what}`.trim() : "—");

function CodeDialog({ unit, onClose }: { unit: UnitRow; onClose: () => void }) {
  return (
    <PostDialog
      title={`Code of ${unit.unit}`}
      description={
        unit.proposed
          ? `Its class proposes ${shown(unit.proposed)}. Compare it with the plate of the unit.`
          : "FEMA's schedule knows units by horsepower and capacity."
      }
      path={`/api/v1/fema-units/${unit.id}/actions/nameCode`}
      submit="Name the code"
      nouns={["fema-units"]}
      values={{ code: unit.named?.code ?? unit.proposed?.code ?? "", size: unit.size }}
      onClose={onClose}
    >
      <FormRow>
        <TextField name="code" label="Code of FEMA's schedule" required maxLength={12} />
        <TextField
          name="size"
          label="Horsepower or capacity"
          hint="As on its plate: 285 HP, 12 CY"
          required
          maxLength={80}
        />
      </FormRow>
    </PostDialog>
  );
}

/** Units that worked for incidents, with the code of FEMA's schedule by their size. */
export function UnitCodes() {
  const [open, setOpen] = useState<UnitRow | null>(null);
  const found = useGet<{ items: UnitRow[] }>("fema-units", "/api/v1/fema-units");
  const items = found.data?.items ?? [];
  if (items.length === 0) return null;
  const bare = items.filter((u) => u.named === null).length;
  const parts: readonly LinePart<UnitRow>[] = [
    { label: "Unit", as: "title", cell: (u) => u.unit },
    { label: "Code", cell: (u) => shown(u.named) },
    { label: "Size", cell: (u) => u.size || "—" },
    { label: "Its class proposes", cell: (u) => shown(u.proposed) },
    {
      label: "FEMA code",
      cell: (u) => (
        <button type="button" className="btn btn-small" onClick={() => setOpen(u)}>
          {u.named ? "Change" : "Name the code"}
          <span className="visually-hidden"> of {u.unit}</span>
        </button>
      ),
    },
    { label: "Hours", as: "amount", cell: (u) => (u.minutes / 60).toFixed(2) },
  ];
  return (
    <Panel title="FEMA equipment codes of our units">
      <p className="text-t2">
        {bare
          ? `${counted(bare, "unit")} worked without a code: their hours are not claimed until it is named.`
          : "Every unit that worked has its code."}{" "}
        The schedule pays by size, so the code belongs to the unit; its class only proposes one.
      </p>
      <LineTable
        label="FEMA equipment codes of our units"
        parts={parts}
        lines={items}
        keyOf={(u) => u.id}
      />
      {open && <CodeDialog unit={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
