import { ClipboardPaste, FileInput } from "lucide-react";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { counted } from "#kernel/words.ts";
import { api, messageOf } from "#web/kit/api.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { RequisitionDetail, Requisition } from "#areas/procurement/procurement.public.ts";
import {
  blankItem,
  blankLot,
  itemsOf,
  pasted,
  withRequisition,
  type ItemValues,
  type SolicitationValues,
} from "./solicitationForm.ts";
import { itemsFromTable } from "./table.model.ts";

const joined = (old: readonly ItemValues[], added: readonly ItemValues[]): ItemValues[] => [
  ...old.filter((item) => item.description.trim() !== ""),
  ...added,
];

function PasteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { getValues, setValue } = useFormContext<SolicitationValues>();
  const [text, setText] = useState("");
  const { items, faults } = itemsFromTable(text);
  const take = () => {
    const lots = Math.max(0, ...items.map((item) => item.lotNo ?? 0));
    const known = getValues("lots");
    if (lots > known.length)
      setValue(
        "lots",
        [
          ...known,
          ...Array.from({ length: lots - known.length }, (_, at) => ({
            ...blankLot(),
            title: `Lot ${known.length + at + 1}`,
          })),
        ],
        { shouldDirty: true },
      );
    setValue("items", joined(getValues("items"), pasted(items)), { shouldDirty: true });
    setText("");
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Paste items from a spreadsheet"
      description="Columns: description, quantity, unit, commodity code. With a first row of headings the order is free, and a column named Lot is read too."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={items.length === 0}
            onClick={take}
          >{`Add ${counted(items.length, "item")}`}</button>
        </>
      }
    >
      <label className="field">
        <span className="label">Rows</span>
        <textarea
          className="field-control mono"
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {faults.length > 0 && (
        <ul className="mt-3 grid gap-1 text-13 text-warning" role="status">
          {faults.slice(0, 8).map((fault) => (
            <li key={fault.row}>
              Row {fault.row}: {fault.text}
            </li>
          ))}
          {faults.length > 8 && <li>and {faults.length - 8} more</li>}
        </ul>
      )}
    </Dialog>
  );
}

function RequisitionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { getValues, setValue } = useFormContext<SolicitationValues>();
  const take = async (chosen: Requisition) => {
    try {
      const r = await api<RequisitionDetail>(`/api/v1/requisitions/${chosen.id}`);
      const filled = withRequisition(getValues(), r);
      for (const name of [
        "items",
        "title",
        "summary",
        "deliverTo",
        "estimateCents",
        "departmentId",
        "federal",
      ] as const)
        setValue(name, filled[name], { shouldDirty: true });
      onClose();
      notify.done(`${counted(itemsOf(r).length, "line")} taken from ${r.number}`);
    } catch (error) {
      notify.failed("The requisition was not taken", messageOf(error as Error));
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title="Take the lines of a requisition"
      description="Approved requisitions only: their money is reserved, and the award becomes orders against the same accounts."
    >
      <Combobox<Requisition>
        name="requisitionPick"
        label="Requisition"
        path="/api/v1/requisitions"
        query="status=approved%2Cpartly_ordered&sort=neededOn"
        itemLabel={(r) => `${r.number} ${r.title}`}
        itemHint={(r) => r.department}
        onPick={(r) => void take(r)}
      />
    </Dialog>
  );
}

/** Lots and items: typed, pasted from a spreadsheet, or taken from an approved requisition. */
export function ItemsSection() {
  const [dialog, setDialog] = useState<"paste" | "requisition" | null>(null);
  const lots = useWatch<SolicitationValues, "lots">({ name: "lots" }) ?? [];
  const withLots = lots.length > 0;
  const choices = lots.map((lot, at) => ({
    value: String(at + 1),
    label: `${at + 1} ${lot.title || "(no name)"}`,
  }));
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-small" onClick={() => setDialog("requisition")}>
          <FileInput aria-hidden="true" />
          From a requisition
        </button>
        <button type="button" className="btn btn-small" onClick={() => setDialog("paste")}>
          <ClipboardPaste aria-hidden="true" />
          Paste a spreadsheet
        </button>
      </div>
      <LineItems
        name="lots"
        label="Lots"
        min={0}
        blank={blankLot}
        columns={[
          { name: "title", label: "Name of the lot", kind: "text", required: true },
          { name: "description", label: "Description", kind: "text" },
        ]}
      />
      <LineItems
        name="items"
        label="Items"
        min={0}
        blank={() => ({ ...blankItem(), lot: withLots ? "1" : "" })}
        columns={[
          ...(withLots
            ? [
                {
                  name: "lot",
                  label: "Lot",
                  kind: "select" as const,
                  options: choices,
                  width: "w-36",
                  required: true,
                },
              ]
            : []),
          { name: "description", label: "Description", kind: "text", required: true },
          { name: "quantity", label: "Quantity", kind: "decimal", required: true, width: "w-28" },
          { name: "unit", label: "Unit", kind: "text", required: true, width: "w-24" },
          { name: "commodityCode", label: "Commodity", kind: "text", width: "w-28" },
          {
            name: "alternates",
            label: "Or equal",
            kind: "select",
            options: [
              { value: "no", label: "No" },
              { value: "yes", label: "Yes" },
            ],
            width: "w-24",
          },
        ]}
      />
      <PasteDialog open={dialog === "paste"} onClose={() => setDialog(null)} />
      <RequisitionDialog open={dialog === "requisition"} onClose={() => setDialog(null)} />
    </div>
  );
}
