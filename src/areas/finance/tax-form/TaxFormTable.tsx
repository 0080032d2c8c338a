import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { taxClasses, taxProblems } from "./tax-form.labels.ts";
import type { TaxFormRow, TaxYearDetail } from "./tax-form.model.ts";

const PayeeDialog = dialogOnDemand(async () => (await import("./TaxDialogs.tsx")).PayeeDialog);
const OverrideDialog = dialogOnDemand(
  async () => (await import("./TaxDialogs.tsx")).OverrideDialog,
);

const filters: readonly Filter[] = [
  { id: "form", label: "Form", kind: "set", options: options({ NEC: "NEC", MISC: "MISC" }) },
  { id: "unsettled", label: "To settle", kind: "flag" },
  { id: "print", label: "On paper", kind: "flag" },
];

const columns: readonly Column<TaxFormRow>[] = [
  { id: "vendor", label: "Payee", kind: "text", value: (f) => f.vendor, title: true },
  {
    id: "form",
    label: "Form",
    kind: "text",
    value: (f) => `${f.form}${f.correction ? ", correction" : ""}`,
  },
  {
    id: "tinLast4",
    label: "Tax number",
    kind: "text",
    value: (f) => (f.tinLast4 ? `•••••${f.tinLast4}` : "missing"),
  },
  {
    id: "taxClass",
    label: "Classification",
    kind: "text",
    value: (f) => f.taxClass && taxClasses[f.taxClass],
  },
  {
    id: "total",
    label: "Reported",
    kind: "money",
    value: (f) => f.total,
    main: () => true,
    total: true,
  },
  {
    id: "problems",
    label: "To settle",
    kind: "text",
    value: (f) =>
      [
        ...f.problems.map((p) => taxProblems[p]),
        ...(f.override === "none" ? [] : [`${f.override}: ${f.overrideWhy}`]),
      ].join("; "),
  },
  {
    id: "consent",
    label: "Copy B",
    kind: "text",
    value: (f) => (f.consent ? "in the portal" : "on paper"),
  },
];

type Asked = { what: "w9" | "override"; form: TaxFormRow };

function FormActs({
  form,
  open,
  onAsk,
}: {
  form: TaxFormRow;
  open: boolean;
  onAsk: (what: Asked["what"]) => void;
}) {
  const { can } = useAuth();
  const send = useMutationAction("tax-forms", "tax-years");
  const act = (name: string) =>
    void send
      .mutateAsync({ path: `/api/v1/tax-forms/${form.id}/actions/${name}` })
      .catch((error: unknown) => notify.failed("Not done", error));
  const paper = () =>
    void download(`/api/v1/tax-forms/${form.id}/copy-b`).catch((error: unknown) =>
      notify.failed("The copy did not come", error),
    );
  const name = <span className="visually-hidden"> of {form.vendor}</span>;
  const button = (label: string, onClick: () => void) => (
    <button type="button" className="btn btn-small" onClick={onClick}>
      {label}
      {name}
    </button>
  );
  return (
    <span className="flex flex-wrap gap-2 lg:flex-nowrap">
      {open && can("taxForm.edit") && button("W-9", () => onAsk("w9"))}
      {open &&
        form.problems.length > 0 &&
        form.override === "none" &&
        can("taxForm.edit") &&
        button("Let it go out", () => onAsk("override"))}
      {form.override === "proposed" && can("taxForm.review") && button("Agree", () => act("agree"))}
      {form.final && can("taxForm.edit") && button("Correct", () => act("correct"))}
      {button("Copy B", paper)}
    </span>
  );
}

/** Forms of a year, one a payee and form, with what is to be settled of each. */
export function TaxFormTable({ year }: { year: TaxYearDetail }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = year.status === "open";
  const acts: Column<TaxFormRow> = {
    id: "acts",
    label: "",
    kind: "text",
    value: () => null,
    cell: (form) => <FormActs form={form} open={open} onAsk={(what) => setAsked({ what, form })} />,
  };
  return (
    <section className="grid gap-3">
      <h2>Forms</h2>
      <DataTable<TaxFormRow>
        name="tax-forms"
        title="Forms"
        path="/api/v1/tax-forms"
        columns={[...columns, acts]}
        filters={filters}
        fixed={`yearId=${year.id}`}
        defaultSort="vendor"
        exportable
        embedded
        empty={{
          title: "No form",
          text: "No payee was paid enough on accounts that are reported.",
        }}
      />
      {asked?.what === "w9" && <PayeeDialog form={asked.form} onClose={() => setAsked(null)} />}
      {asked?.what === "override" && (
        <OverrideDialog form={asked.form} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
