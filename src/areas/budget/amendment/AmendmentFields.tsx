import { useWatch } from "react-hook-form";
import { options } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { FormRow, SelectField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { AccountString, FiscalYear } from "../budget.model.ts";
import { amendmentKinds, type AmendmentKind } from "./amendment.labels.ts";
import type { AmendmentDetail } from "./amendment.model.ts";

type Line = { accountStringId: string; way: "gives" | "gets"; cents: number | null };
type AmendmentForm = {
  kind: AmendmentKind;
  fiscalYearId: string;
  title: string;
  reason: string;
  source: string;
  fundDecision: string;
  lines: Line[];
};

const blankAmendment: AmendmentForm = {
  kind: "transfer",
  fiscalYearId: "",
  title: "",
  reason: "",
  source: "",
  fundDecision: "",
  lines: [
    { accountStringId: "", way: "gives", cents: null },
    { accountStringId: "", way: "gets", cents: null },
  ],
};

/** What the API takes: what a line gives is below zero. */
const toInput = ({ lines, ...head }: AmendmentForm) => ({
  ...head,
  lines: lines.map(({ accountStringId, way, cents }) => ({
    accountStringId,
    cents: way === "gives" ? -(cents ?? 0) : (cents ?? 0),
  })),
});

/** A stored amendment as its form holds it. */
const toForm = (a: AmendmentDetail): AmendmentForm => ({
  kind: a.kind,
  fiscalYearId: a.fiscalYearId,
  title: a.title,
  reason: a.reason,
  source: a.source,
  fundDecision: a.fundDecision,
  lines: a.lines.map(({ accountStringId, cents }) => ({
    accountStringId,
    way: cents < 0 ? "gives" : "gets",
    cents: Math.abs(cents),
  })),
});

/** The form of an amendment. */
export const amendmentForm = {
  path: "/api/v1/budget-amendments",
  blank: (known: object = {}): AmendmentForm => ({ ...blankAmendment, ...known }),
  toForm,
  toInput,
};

function Sum() {
  const lines = (useWatch({ name: "lines" }) ?? []) as Line[];
  const of = (way: Line["way"]) =>
    lines.reduce((sum, l) => sum + (l.way === way ? (l.cents ?? 0) : 0), 0);
  return (
    <p role="status" className="text-t2">
      Gives {formatCents(of("gives"))}, gets {formatCents(of("gets"))}.
    </p>
  );
}

/** The fields of an amendment, for the new and the edit screen. */
export function AmendmentFields({ amendment }: { amendment?: AmendmentDetail }) {
  const years = useGet<{ items: FiscalYear[] }>("fiscal-years", "/api/v1/fiscal-years");
  const open = (years.data?.items ?? []).filter((y) => y.status === "open");
  return (
    <>
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(amendmentKinds)} />
        <SelectField
          name="fiscalYearId"
          label="Fiscal year"
          required
          options={[
            { value: "", label: "Choose a year" },
            ...open.map((y) => ({ value: y.id, label: String(y.year) })),
          ]}
        />
      </FormRow>
      <TextField name="title" label="Title" required maxLength={200} />
      <LineItems
        name="lines"
        label="Lines"
        blank={() => ({ accountStringId: "", way: "gets", cents: null })}
        columns={[
          {
            name: "accountStringId",
            label: "Account",
            kind: "lookup",
            required: true,
            path: "/api/v1/account-strings",
            query: "all=true",
            itemLabel: (a: AccountString) =>
              `${a.code} · ${a.label}${a.available === null ? "" : ` · ${formatCents(a.available)} available`}`,
            current: (id) => amendment?.lines.find((l) => l.accountStringId === id)?.code ?? null,
          },
          {
            name: "way",
            label: "Change",
            kind: "select",
            options: [
              { value: "gives", label: "Decrease" },
              { value: "gets", label: "Increase" },
            ],
          },
          { name: "cents", label: "Amount", kind: "money", required: true },
        ]}
      />
      <Sum />
      <ReasonField maxLength={4000} />
      <TextField
        name="source"
        label="Source"
        hint="Of a supplement or a reduction: where the money comes from, or goes"
        maxLength={300}
      />
      <TextArea
        name="fundDecision"
        label="What was decided about the fund"
        hint="Only where a fund falls below a rule by it: what the governing body decided, and why"
        rows={2}
        maxLength={2000}
      />
    </>
  );
}
