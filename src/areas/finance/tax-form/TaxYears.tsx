import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { FormRow, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { taxYearStatuses } from "./tax-form.labels.ts";
import type { TaxYearRow } from "./tax-form.model.ts";

const columns: readonly Column<TaxYearRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "year", label: "Year", kind: "text", value: (row) => String(row.year), title: true },
  { id: "forms", label: "Forms", kind: "number", value: (row) => row.forms },
  { id: "toSettle", label: "To settle", kind: "number", value: (row) => row.toSettle },
  {
    id: "total",
    label: "Reported",
    kind: "money",
    value: (row) => row.total,
    main: () => true,
  },
  { id: "furnishedOn", label: "Furnished", kind: "day", value: (row) => row.furnishedOn },
  { id: "filedOn", label: "Filed", kind: "day", value: (row) => row.filedOn },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: taxYearStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(taxYearStatuses) },
];

const blank = {
  ...{ year: "", payerName: "", payerTin: "", payerAddress: "", payerCity: "", payerState: "" },
  ...{ payerZip: "", payerPhone: "" },
};

function BeginYear({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  return (
    <PostDialog<typeof blank>
      title="Begin a year of form 1099"
      description="Payments of the calendar year are counted by the day of payment, less voids and returns."
      path="/api/v1/tax-years"
      submit="Begin and count"
      values={blank}
      bodyOf={({ year, ...payer }) => ({ ...payer, year: Number(year) || null })}
      nouns={["tax-years", "tax-forms"]}
      onClose={onClose}
      onDone={({ id }) => onDone(id)}
    >
      <FormRow>
        <TextField name="year" label="Year of payment" required maxLength={4} />
        <TextField name="payerTin" label="The agency’s EIN" required maxLength={10} />
      </FormRow>
      <TextField name="payerName" label="The agency’s legal name" required maxLength={80} />
      <TextField name="payerAddress" label="Address" required maxLength={70} />
      <FormRow>
        <TextField name="payerCity" label="City" required maxLength={50} />
        <TextField name="payerState" label="State" required maxLength={2} />
        <TextField name="payerZip" label="ZIP" required maxLength={10} />
      </FormRow>
      <TextField name="payerPhone" label="Phone" maxLength={20} />
    </PostDialog>
  );
}

/** Years of form 1099, and what of them is to be settled. */
export function TaxYears() {
  const navigate = useNavigate();
  const [beginning, setBeginning] = useState(false);
  const open = useGet<{ items: TaxYearRow[] }>(
    "tax-years",
    "/api/v1/tax-years?status=open,reviewed,furnished&limit=50",
  );
  const years = open.data?.items ?? [];
  return (
    <>
      {open.data && (
        <Finding
          parts={years.map((y) => ({
            text:
              y.toSettle > 0
                ? `${y.year}: ${counted(y.toSettle, "form")} to settle`
                : `${y.year} is ${taxYearStatuses[y.status].label.toLowerCase()}`,
            to: pathTo("taxYear", { id: y.id }),
          }))}
          none="No year waits to be filed."
        />
      )}
      <section className="mt-4 grid gap-3">
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="mr-auto">Tax forms</h2>
          <Held permission="taxForm.edit" what="Begin a year">
            <button type="button" className="btn btn-primary" onClick={() => setBeginning(true)}>
              Begin a year
            </button>
          </Held>
        </div>
        <DataTable<TaxYearRow>
          name="tax-years"
          title="Tax forms"
          path="/api/v1/tax-years"
          columns={columns}
          filters={filters}
          defaultSort="-year"
          exportable
          embedded
          rowHref={(row) => pathTo("taxYear", { id: row.id })}
          empty={{
            title: "No year yet",
            text: "A year of form 1099 is counted from what was paid, account by account.",
          }}
        />
      </section>
      {beginning && (
        <BeginYear
          onClose={() => setBeginning(false)}
          onDone={(id) => void navigate(pathTo("taxYear", { id }))}
        />
      )}
    </>
  );
}
