import { useEffect, useMemo, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { MoneyStrip } from "#web/kit/MoneyStrip.tsx";
import { useDays } from "#web/kit/days.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { yearAt } from "../account/fiscal-year.model.ts";
import { accountClasses } from "../chart.labels.ts";
import type { BudgetLine, FiscalYear, Segment } from "../budget.model.ts";
import { BudgetNav } from "./BudgetNav.tsx";
import { lineViews } from "./line.labels.ts";

const NewLineDialog = dialogOnDemand(
  async () => (await import("./NewLineDialog.tsx")).NewLineDialog,
);

const Transfer = dialogOnDemand(async () => (await import("./BudgetLineDialogs.tsx")).Transfer);

const columns: readonly Column<BudgetLine>[] = [
  { id: "code", label: "Account string", kind: "plate", value: (l) => l.code },
  { id: "department", label: "Department", kind: "text", hidden: true, value: (l) => l.department },
  { id: "account", label: "Account", kind: "text", value: (l) => l.account },
  {
    id: "class",
    label: "Class",
    kind: "text",
    hidden: true,
    value: (l) => accountClasses[l.class],
  },
  { id: "year", label: "Year", kind: "text", value: (l) => String(l.year) },
  {
    id: "budget",
    label: "Revised",
    kind: "money",
    value: (l) => l.budget,
    total: true,
    main: () => true,
  },
  {
    id: "preEncumbered",
    label: "Pre-encumbered",
    kind: "money",
    value: (l) => l.preEncumbered,
    total: true,
  },
  { id: "encumbered", label: "Encumbered", kind: "money", value: (l) => l.encumbered, total: true },
  { id: "expended", label: "Expended", kind: "money", value: (l) => l.expended, total: true },
  {
    id: "available",
    label: "Available",
    kind: "money",
    leads: true,
    value: (l) => l.available,
    total: true,
  },
  {
    id: "usedPercent",
    label: "Used",
    kind: "text",
    leads: true,
    value: (l) => `${l.usedPercent}%`,
    cell: (l) => (
      <span className="block w-20">
        <MoneyStrip
          expendedCents={l.expended}
          encumberedCents={l.encumbered + l.preEncumbered}
          availableCents={l.available}
          figures={false}
        />
        <span className="text-12 text-t3">{l.usedPercent}%</span>
      </span>
    ),
  },
];

type Department = { id: string; code: string; name: string };

const named = (of: readonly { id: string; code: string; name: string }[]) =>
  of.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }));
const filtersFor = (
  years: readonly FiscalYear[],
  departments: readonly Department[],
  segments: readonly Segment[],
): readonly Filter[] => [
  {
    id: "year",
    label: "Fiscal year",
    kind: "set",
    pinned: true,
    options: years.map((y) => ({ value: String(y.year), label: String(y.year) })),
  },
  {
    id: "side",
    label: "Spending or revenue",
    kind: "set",
    pinned: true,
    options: [
      { value: "spending", label: "Spending" },
      { value: "revenue", label: "Revenue" },
    ],
  },
  {
    id: "fundId",
    label: "Fund",
    kind: "set",
    options: named(segments.filter((s) => s.kind === "fund")),
  },
  { id: "departmentId", label: "Department", kind: "set", options: named(departments) },
  {
    id: "accountId",
    label: "Account",
    kind: "set",
    options: named(segments.filter((s) => s.kind === "account")),
  },
  { id: "available", label: "Available", kind: "money" },
  { id: "nearLimit", label: "95 percent used or more", kind: "flag" },
  { id: "over", label: "Overdrawn", kind: "flag" },
];

// An address that asks for nothing opens what can be added up: today's year, what goes out.
const useOneYear = (years: readonly FiscalYear[] | undefined) => {
  const { today } = useDays();
  const [search, setSearch] = useSearchParams();
  const plain = ["year", "side", "q", "view", "nearLimit", "over"].every((k) => !search.has(k));
  const year = yearAt(years ?? [], today())?.year;
  useEffect(() => {
    if (!plain || !year) return;
    setSearch(
      (old) => {
        const next = new URLSearchParams(old);
        next.set("year", String(year));
        next.set("side", "spending");
        return next;
      },
      { replace: true },
    );
  }, [plain, year, setSearch]);
};

/** Budget lines: adopted, committed, spent, free; today's year and its spending unless asked otherwise. */
export default function BudgetLines() {
  const { can } = useAuth();
  const [open, setOpen] = useState<"adopt" | "move" | null>(null);
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const newest = years.data?.items.find((y) => y.status === "open");
  useOneYear(years.data?.items);
  const departments = useGet<{ items: Department[] }>("departments", "/api/v1/departments").data
    ?.items;
  const segments = useGet<{ items: Segment[] }>("segments", "/api/v1/segments").data?.items;
  const known = useMemo(
    () => filtersFor(years.data?.items ?? [], departments ?? [], segments ?? []),
    [years.data, departments, segments],
  );
  return (
    <>
      <BudgetNav />
      <DataTable<BudgetLine>
        name="budget-lines"
        title="Budget lines"
        path="/api/v1/budget-lines"
        columns={columns}
        filters={known}
        views={lineViews}
        defaultSort="-year,code"
        rowHref={(l) => pathTo("budgetLine", { id: l.id })}
        actions={
          can("budget.edit") ? (
            <>
              {newest && (
                <button type="button" className="btn" onClick={() => setOpen("move")}>
                  Move budget
                </button>
              )}
              <button type="button" className="btn btn-primary" onClick={() => setOpen("adopt")}>
                Adopt a line
              </button>
            </>
          ) : undefined
        }
        empty={
          years.data?.items.length === 0
            ? {
                title: "No fiscal year yet",
                text: "Open the year and add its funds and accounts; then import the adopted budget, or adopt it line by line.",
                action: (
                  <Link className="btn" to={pathTo("budgetAccounts")}>
                    Fiscal years, funds and accounts
                  </Link>
                ),
              }
            : {
                title: "No budget yet",
                text: "Import the adopted budget from CSV, or adopt lines one by one.",
                action: can("budget.import") ? (
                  <Link className="btn" to={pathTo("budgetImport")}>
                    Import a budget
                  </Link>
                ) : undefined,
              }
        }
      />
      {open === "adopt" && <NewLineDialog onClose={() => setOpen(null)} />}
      {open === "move" && newest && (
        <Transfer line={null} year={newest.year} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
