import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { cycleStatuses, cycleViews } from "../cycle/cycle.labels.ts";
import type { CycleRow } from "../cycle/cycle.model.ts";

const CycleDialog = dialogOnDemand(async () => (await import("./CycleDialogs.tsx")).CycleDialog);

const columns: readonly Column<CycleRow>[] = [
  { id: "number", label: "Cycle", kind: "plate", value: (row) => row.number },
  { id: "bankName", label: "Bank", kind: "text", value: (row) => row.bankName, title: true },
  { id: "opensOn", label: "From", kind: "day", value: (row) => row.opensOn },
  { id: "closesOn", label: "Until", kind: "day", value: (row) => row.closesOn },
  { id: "lines", label: "Lines", kind: "number", value: (row) => row.lines },
  { id: "unapproved", label: "Not approved", kind: "number", value: (row) => row.unapproved },
  {
    ...{ id: "linesCents", label: "Lines come to", kind: "money" },
    value: (row) => row.linesCents,
    main: () => true,
  },
  {
    ...{ id: "statementCents", label: "Statement", kind: "money" },
    value: (row) => row.statementCents,
  },
  { id: "dueOn", label: "Due", kind: "day", value: (row) => row.dueOn },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: cycleStatuses },
    value: (row) => row.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(cycleStatuses) },
  { id: "closesOn", label: "Until", kind: "day" },
];

/** What banks billed at once, cycle by cycle. */
export default function CyclesPage() {
  const navigate = useNavigate();
  const [opening, setOpening] = useState(false);
  return (
    <>
      <DataTable<CycleRow>
        name="card-cycles"
        title="Card cycles"
        path="/api/v1/card-cycles"
        columns={columns}
        filters={filters}
        views={cycleViews}
        defaultSort="-closesOn"
        rowHref={(row) => pathTo("cardCycle", { id: row.id })}
        actions={
          <Held permission="cards.administer" what="Open a cycle">
            <button type="button" className="btn btn-primary" onClick={() => setOpening(true)}>
              Open a cycle
            </button>
          </Held>
        }
        empty={{
          title: "No cycle yet",
          text: "A cycle takes the lines of a bank's cards from a day to a day.",
        }}
      />
      {opening && (
        <CycleDialog
          onClose={() => setOpening(false)}
          onDone={({ id }) => void navigate(pathTo("cardCycle", { id }))}
        />
      )}
    </>
  );
}
