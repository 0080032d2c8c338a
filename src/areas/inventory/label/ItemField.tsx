import { Combobox } from "#web/kit/form/Combobox.tsx";
import { labelsOf } from "#web/kit/scan/labels.ts";
import type { Begun } from "../movement/begun.ts";
import { lotAt } from "./scanned.ts";

/** An item of the stores, by its label, the label of one of its lots, or its name. */
export function ItemField({
  name,
  label = "Item",
  required = true,
  current,
  onPick,
  onLot,
}: {
  name: string;
  label?: string;
  required?: boolean;
  current?: Begun | null;
  onPick?: (item: Begun) => void;
  /** Hears which lot it was whose label was scanned. */
  onLot?: (id: string) => void;
}) {
  const labels = labelsOf({
    what: "an item",
    opens: "/inventory/items/",
    standsFor: async (to) => {
      const lot = await lotAt(to);
      if (lot) onLot?.(lot.id);
      return lot && lot.itemId;
    },
  });
  return (
    <Combobox<Begun>
      name={name}
      label={label}
      hint="Scan its label, or search its name"
      required={required}
      path="/api/v1/stock-items"
      query="status=active"
      {...(current && { currentLabel: `${current.number} ${current.name}` })}
      itemLabel={(item) => `${item.number} ${item.name}`}
      itemHint={(item) => item.unit}
      {...(onPick && { onPick })}
      labels={labels}
    />
  );
}
