import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Badge } from "#web/kit/StatusBadge.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { useCycle } from "../cycle/useCycle.ts";
import { BudgetNav } from "../line/BudgetNav.tsx";
import type { PositionRow } from "./position.model.ts";

const PositionDialog = dialogOnDemand(
  async () => (await import("./PositionDialog.tsx")).PositionDialog,
);

const columnsOf = (open: ((row: PositionRow) => void) | null): readonly Column<PositionRow>[] => [
  { id: "number", label: "Number", kind: "plate", value: (p) => p.number },
  {
    id: "title",
    label: "Position",
    kind: "text",
    value: (p) => p.title,
    cell: (p) =>
      open ? (
        <button type="button" className="link text-left" onClick={() => open(p)}>
          {p.title}
        </button>
      ) : (
        p.title
      ),
  },
  { id: "department", label: "Department", kind: "text", value: (p) => p.department },
  { id: "year", label: "Year", kind: "text", value: (p) => String(p.year) },
  { id: "annualPay", label: "Annual pay", kind: "money", value: (p) => p.annualPay },
  {
    id: "annualBenefits",
    label: "Benefits",
    kind: "money",
    hidden: true,
    sortable: false,
    value: (p) => p.annualBenefits,
  },
  {
    id: "fteThousandths",
    label: "FTE",
    kind: "text",
    value: (p) => (p.fteThousandths / 1000).toFixed(2),
  },
  { id: "months", label: "Months", kind: "text", sortable: false, value: (p) => String(p.months) },
  {
    id: "filled",
    label: "Filled",
    kind: "text",
    sortable: false,
    value: (p) => (p.filled ? "Filled" : "Vacant"),
    cell: (p) => (
      <Badge tone={p.filled ? "success" : "neutral"} label={p.filled ? "Filled" : "Vacant"} />
    ),
  },
  { id: "package", label: "Package", kind: "text", sortable: false, value: (p) => p.package },
  {
    id: "cents",
    label: "Cost in the year",
    kind: "money",
    main: () => true,
    total: true,
    value: (p) => p.cents,
  },
];
type Named = { id: string; name: string };
const filtersFor = (
  departments: readonly Named[],
  years: readonly { year: number }[],
): Filter[] => [
  {
    id: "departmentId",
    label: "Department",
    kind: "set",
    options: departments.map(({ id, name }) => ({ value: id, label: name })),
  },
  {
    id: "year",
    label: "Year",
    kind: "set",
    options: years.map(({ year }) => ({ value: String(year), label: String(year) })),
  },
  { id: "vacant", label: "Vacant", kind: "flag" },
  { id: "proposed", label: "In a decision package", kind: "flag" },
];

// Positions stand in each cycle anew: an address that asks for nothing opens those of one year, once,
// so that whoever takes the filter away sees all of them.
const useOneYear = (year: number | undefined) => {
  const [search, setSearch] = useSearchParams();
  const plain = useRef([...search.keys()].length === 0);
  useEffect(() => {
    if (!plain.current || !year) return;
    plain.current = false;
    setSearch({ year: String(year) }, { replace: true });
  }, [year, setSearch]);
};

/** Positions of the cycles: what each costs in its year, computed to the cent. No names. */
export default function Positions() {
  const { can } = useAuth();
  const { cycle } = useCycle();
  const [open, setOpen] = useState<PositionRow | "new" | null>(null);
  const edits = can("proposal.edit");
  useOneYear(cycle?.year);
  const departments = useGet<{ items: Named[] }>("departments", "/api/v1/departments?limit=200");
  const years = useGet<{ items: { year: number }[] }>("fiscal-years", "/api/v1/fiscal-years");
  return (
    <>
      <BudgetNav />
      <DataTable<PositionRow>
        name="budget-positions"
        title="Positions"
        path="/api/v1/budget-positions"
        columns={columnsOf(edits ? setOpen : null)}
        filters={filtersFor(departments.data?.items ?? [], years.data?.items ?? [])}
        defaultSort="number"
        actions={
          edits &&
          cycle &&
          !["adopted", "closed"].includes(cycle.status) && (
            <button type="button" className="btn" onClick={() => setOpen("new")}>
              Add a position to {cycle.year}
            </button>
          )
        }
        empty={{
          title: "No positions yet",
          text: "Positions of a cycle have annual pay, benefits, full-time share and months; their budget lines are computed.",
        }}
      />
      {open && cycle && (
        <PositionDialog
          cycleId={cycle.id}
          of={open === "new" ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
