import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { SheetItems as Found } from "./named.model.ts";

type Item = Found["items"][number];
const parts: readonly LinePart<Item>[] = [
  { label: "Item", as: "title", cell: (item) => item.description },
  { label: "Cost code", words: true, cell: (item) => item.costCode ?? "—" },
  { label: "Measurements", cell: (item) => item.measurements },
  { label: "To buy", cell: (item) => `${shownDecimal(item.bought)} ${item.unit}` },
];

/** What is bought of all that was measured on a sheet; nothing where no measurement names an assembly. */
export function SheetItems({ sheetId }: { sheetId: string }) {
  const found = useGet<Found>("measurements", `/api/v1/plan-sheets/${sheetId}/items`);
  const { items = [], without = 0 } = found.data ?? {};
  if (items.length === 0 && without === 0) return null;
  return (
    <Panel title="Items of assemblies">
      <div className="grid gap-3">
        <LineTable
          label="Items of assemblies on this sheet"
          parts={parts}
          lines={items}
          keyOf={(item) => `${item.description} ${item.unit} ${item.costCode}`}
        />
        {without > 0 && (
          <p className="text-13 text-t2">
            {counted(without, "item has", "items have")} no quantity yet: open the measurement to
            see why.
          </p>
        )}
      </div>
    </Panel>
  );
}
