import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { DateField, FormRow, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { LaborClassField } from "../fields.tsx";
import { benefitNames } from "./benefit.labels.ts";
import type { BenefitRow } from "./benefit.model.ts";

const hourly = (wage: number, benefit: number) => `${formatCents(wage)} + ${formatCents(benefit)}`;
const parts: readonly LinePart<BenefitRow>[] = [
  { label: "Class", as: "title", cell: (b) => b.laborClass },
  { label: "From", cell: (b) => formatDate(b.fromDay) },
  { label: "REG, wage + benefits", cell: (b) => hourly(b.regularWage, b.regularBenefit) },
  { label: "OT, wage + benefits", cell: (b) => hourly(b.overtimeWage, b.overtimeBenefit) },
  {
    label: "Premium, wage",
    cell: (b) => (b.premiumWage === null ? "as OT" : formatCents(b.premiumWage)),
  },
  { label: "Source", cell: (b) => b.source },
];
type Line = { label: string; regular: string; overtime: string };
const share = (text: string) => Math.round(Number(text) * 100);

function NewSheet({ onClose }: { onClose: () => void }) {
  return (
    <PostDialog
      title="Add a benefits worksheet"
      description="Shares of the wage in percent. Overtime bears only what is paid by the hour."
      path="/api/v1/pa-benefit-sheets"
      submit="Add"
      nouns={["pa-benefit-sheets"]}
      values={{
        laborClassId: "",
        fromDay: "",
        regularWage: null as number | null,
        overtimeWage: null as number | null,
        premiumWage: null as number | null,
        benefits: benefitNames.map((label): Line => ({ label, regular: "0", overtime: "0" })),
        source: "",
      }}
      bodyOf={({ benefits, ...rest }) => ({
        ...rest,
        benefits: benefits.map((b) => ({
          label: b.label,
          regular: share(b.regular),
          overtime: share(b.overtime),
        })),
      })}
      onClose={onClose}
    >
      <FormRow>
        <LaborClassField />
        <DateField name="fromDay" label="From" required />
      </FormRow>
      <FormRow>
        <MoneyField name="regularWage" label="Wage of a regular hour" required />
        <MoneyField name="overtimeWage" label="Wage of an overtime hour" required />
        <MoneyField
          name="premiumWage"
          label="Wage of a premium hour"
          hint="Where it is not overtime's: double time, call-back"
        />
      </FormRow>
      <LineItems
        name="benefits"
        label="Benefits"
        blank={() => ({ label: "", regular: "0", overtime: "0" })}
        columns={[
          { name: "label", label: "Benefit", kind: "text", required: true },
          { name: "regular", label: "REG, %", kind: "decimal" },
          { name: "overtime", label: "OT, %", kind: "decimal" },
        ]}
      />
      <TextField name="source" label="Where the figures come from" required />
    </PostDialog>
  );
}

/** Worksheets of benefits, regular and overtime apart. */
export function BenefitPanel() {
  const [adding, setAdding] = useState(false);
  const found = useGet<{ items: BenefitRow[] }>("pa-benefit-sheets", "/api/v1/pa-benefit-sheets");
  return (
    <Panel
      title="Benefits worksheets"
      aside={
        <button type="button" className="btn btn-small no-print" onClick={() => setAdding(true)}>
          Add a worksheet
        </button>
      }
    >
      <p className="text-t2">
        Where none holds for a class, its burdened rate is taken, and the form says so.
      </p>
      {!!found.data?.items.length && (
        <LineTable
          label="Benefits worksheets"
          parts={parts}
          lines={found.data.items}
          keyOf={(b) => b.id}
        />
      )}
      {adding && <NewSheet onClose={() => setAdding(false)} />}
    </Panel>
  );
}
