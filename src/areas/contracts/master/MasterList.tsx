import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Master } from "./master.model.ts";

const columns: readonly Column<Master>[] = [
  { id: "number", label: "Number", kind: "plate", value: (m) => m.number },
  { id: "title", label: "For", kind: "text", value: (m) => m.title },
  { id: "lots", label: "Lots", kind: "number", value: (m) => m.lots, sortable: false },
  { id: "vendors", label: "Vendors", kind: "number", value: (m) => m.vendors, sortable: false },
  {
    id: "ceiling",
    label: "Ceiling over all lots",
    kind: "money",
    value: (m) => m.ceiling,
    main: () => true,
  },
  { id: "drawn", label: "Drawn", kind: "money", value: (m) => m.drawn },
  { id: "left", label: "Left", kind: "money", value: (m) => m.left },
];

/** Every contract number with several vendors. */
export default function MasterList() {
  const { can } = useAuth();
  return (
    <DataTable<Master>
      name="contract-masters"
      title="Contracts with lots"
      path="/api/v1/contract-masters"
      columns={columns}
      filters={[{ id: "ceiling", label: "Ceiling over all lots", kind: "money" }]}
      searchHint="Number, words, or number before"
      defaultSort="-number"
      rowHref={(m) => pathTo("contractMaster", { id: m.id })}
      {...(can("contract.edit")
        ? { create: { label: "New contract with lots", to: pathTo("contractMasterNew") } }
        : {})}
      empty={{
        title: "No contracts with lots yet",
        text: "Begin one where several vendors stand under one number: from an award by lots, or empty.",
      }}
    />
  );
}
