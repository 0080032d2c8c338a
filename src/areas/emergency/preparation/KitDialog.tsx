import { useFormContext } from "react-hook-form";
import { plainDecimal } from "#kernel/quantity.ts";
import { api } from "#web/kit/api.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { RatedItem } from "#areas/procurement/procurement.public.ts";
import { type ContractDetail } from "#areas/contracts/contracts.public.ts";
import { emergencyNouns } from "../emergency.nouns.ts";
import type { Kit } from "./preparation.model.ts";

type Line = {
  contractLineId: string | null;
  rateCode: string | null;
  description: string;
  commodityCode: string | null;
  unit: string;
  unitPrice: string;
  quantity: string;
};
type Values = { name: string; contractId: string; lines: Line[] };

const blankLine = (): Line => ({
  contractLineId: null,
  rateCode: null,
  description: "",
  commodityCode: null,
  unit: "each",
  unitPrice: "",
  quantity: "1",
});

const valuesOf = (kit: Kit | null): Values => ({
  name: kit?.name ?? "",
  contractId: kit?.contractId ?? "",
  lines: (kit?.lines ?? []).map(({ id: _id, ...line }) => ({
    ...line,
    unitPrice: plainDecimal(line.unitPrice, 2),
    quantity: plainDecimal(line.quantity),
  })),
});

const kitForm = {
  path: "/api/v1/emergency-kits",
  blank: () => valuesOf(null),
  toForm: valuesOf,
  toInput: (values: Values) => values,
};

function KitFields({ kit }: { kit: Kit | null }) {
  const { setValue, getValues } = useFormContext<Values>();
  // Items and prices of the contract, where it has some and nothing is typed yet.
  const takeLines = async ({ id }: { id: string }) => {
    const [contract, sheet] = await Promise.all([
      api<ContractDetail>(`/api/v1/contracts/${id}`),
      api<{ items: RatedItem[] }>(`/api/v1/contracts/${id}/rates?limit=60`),
    ]);
    if (getValues("lines").length > 0) return;
    if (sheet.items.length > 0)
      setValue(
        "lines",
        sheet.items.map((item) => ({
          contractLineId: null,
          rateCode: item.code,
          description: item.description,
          commodityCode: item.commodityCode,
          unit: item.unit,
          unitPrice: plainDecimal(item.tiers[0]!.unitPrice, 2),
          quantity: plainDecimal(item.tiers[0]!.from === "0.0000" ? "1" : item.tiers[0]!.from),
        })),
      );
    else if (contract.lines.length > 0)
      setValue(
        "lines",
        contract.lines.map((line) => ({
          contractLineId: line.id,
          rateCode: null,
          description: line.description,
          commodityCode: line.commodityCode,
          unit: line.unit,
          unitPrice: plainDecimal(line.unitPrice, 2),
          quantity: "1",
        })),
      );
  };
  return (
    <>
      <TextField name="name" label="Kit" required maxLength={120} />
      <Combobox<{ id: string; number: string; title: string }>
        name="contractId"
        label="Contract in force"
        required
        path="/api/v1/contracts"
        query="orderable=true"
        itemLabel={(c) => `${c.number} · ${c.title}`}
        currentLabel={kit?.contract ?? null}
        onPick={(c) => void takeLines(c)}
      />
      <LineItems
        name="lines"
        label="Items"
        blank={blankLine}
        min={1}
        columns={[
          {
            name: "description",
            label: "Item",
            kind: "text",
            required: true,
            fixed: (line) => (line.contractLineId || line.rateCode ? "the contract's price" : null),
          },
          { name: "quantity", label: "Quantity", kind: "decimal", width: "w-[90px]" },
          { name: "unit", label: "Unit", kind: "text", required: true, width: "w-[90px]" },
          { name: "unitPrice", label: "Unit price", kind: "decimal", least: 2 },
        ]}
      />
    </>
  );
}

/** Prepares a kit, or writes one over. */
export function KitDialog({ kit, onClose }: { kit: Kit | null; onClose: () => void }) {
  return (
    <RecordDialog
      form={kitForm}
      nouns={emergencyNouns}
      record={kit}
      title={kit ? `Change ${kit.name}` : "New kit"}
      description="What may be ordered at once under a contract in force, with the quantities that it begins with."
      saved={(_saved, { name }) => notify.done("Saved", name as string)}
      onClose={onClose}
    >
      <KitFields kit={kit} />
    </RecordDialog>
  );
}
