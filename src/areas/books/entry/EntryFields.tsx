import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { options } from "#kernel/labels.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { DateField, FormRow, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { ReasonField } from "#web/kit/form/ReasonField.tsx";
import type { AccountRow } from "../chart/chart.model.ts";
import { entryKinds, type EntryKind } from "./entry.labels.ts";
import type { EntryDetail } from "./entry.model.ts";

type FormLine = {
  accountStringId: string;
  fundId: string;
  accountId: string;
  debit: number | null;
  credit: number | null;
  memo: string;
};
type EntryForm = {
  kind: EntryKind;
  title: string;
  reason: string;
  postedOn: string;
  reversesOn: string;
  lines: FormLine[];
};

const emptyLine: FormLine = {
  accountStringId: "",
  fundId: "",
  accountId: "",
  debit: null,
  credit: null,
  memo: "",
};
const blank: EntryForm = {
  kind: "entry",
  title: "",
  reason: "",
  postedOn: "",
  reversesOn: "",
  lines: [emptyLine, emptyLine],
};

/** A stored entry as its form holds it. */
const toForm = (e: EntryDetail): EntryForm => ({
  kind: e.kind,
  title: e.title,
  reason: e.reason,
  postedOn: e.postedOn,
  reversesOn: e.reversesOn ?? "",
  lines: e.lines.map((l) => ({
    accountStringId: l.accountStringId ?? "",
    fundId: l.accountStringId ? "" : l.fundId,
    accountId: l.accountStringId ? "" : l.accountId,
    debit: l.cents > 0 ? l.cents : null,
    credit: l.cents < 0 ? -l.cents : null,
    memo: l.memo,
  })),
});

/** What the API takes. */
const toInput = ({ reversesOn, lines, ...head }: EntryForm) => ({
  ...head,
  reversesOn: head.kind === "accrual" && reversesOn ? reversesOn : null,
  lines: lines.map((l) => ({
    accountStringId: l.accountStringId || null,
    fundId: l.fundId || null,
    accountId: l.accountId || null,
    debit: l.debit ?? 0,
    credit: l.credit ?? 0,
    memo: l.memo,
  })),
});

/** The form of a journal entry. */
export const entryForm = {
  path: "/api/v1/journal-entries" as const,
  blank: (known: object = {}): EntryForm => ({ ...blank, ...known }),
  toForm,
  toInput,
};

const blankLine = (): FormLine => ({ ...emptyLine });

function Sum() {
  const lines = (useWatch({ name: "lines" }) ?? []) as FormLine[];
  const debit = lines.reduce((sum, l) => sum + (l.debit ?? 0), 0);
  const credit = lines.reduce((sum, l) => sum + (l.credit ?? 0), 0);
  return (
    <p role="status" className="text-t2">
      Debits {formatCents(debit)}, credits {formatCents(credit)}
      {debit === credit ? "." : `: ${formatCents(Math.abs(debit - credit))} apart.`}
    </p>
  );
}

function Reverses() {
  const kind = useWatch({ name: "kind" }) as EntryForm["kind"];
  if (kind !== "accrual") return null;
  return <DateField name="reversesOn" label="Takes itself back on" required />;
}

const strings = (id: string, entry?: EntryDetail) =>
  entry?.lines.find((l) => l.accountStringId === id)?.code ?? null;
const named = (id: string, entry?: EntryDetail) =>
  entry?.lines.find((l) => l.accountId === id)?.account ??
  entry?.lines.find((l) => l.fundId === id)?.fund ??
  null;

/** The fields of a journal entry, for the new and the edit screen. */
export function EntryFields({ entry }: { entry?: EntryDetail }) {
  return (
    <>
      <FormRow>
        <SelectField name="kind" label="Kind" required options={options(entryKinds)} />
        <DateField name="postedOn" label="Date" required />
      </FormRow>
      <Reverses />
      <TextField name="title" label="Title" required maxLength={200} />
      <LineItems
        name="lines"
        label="Lines"
        blank={blankLine}
        min={2}
        columns={[
          {
            name: "accountStringId",
            label: "Account string",
            kind: "lookup",
            path: "/api/v1/account-strings",
            query: "all=true",
            itemLabel: (s: AccountString) => `${s.code} · ${s.label}`,
            current: (id) => strings(id, entry),
          },
          {
            name: "fundId",
            label: "or fund",
            width: "w-[190px]",
            kind: "lookup",
            path: "/api/v1/gl-accounts",
            query: "kind=fund&active=true",
            itemLabel: (f: AccountRow) => `${f.code} · ${f.name}`,
            current: (id) => named(id, entry),
          },
          {
            name: "accountId",
            label: "and account",
            width: "w-[220px]",
            kind: "lookup",
            path: "/api/v1/gl-accounts",
            query: "own=true&active=true",
            itemLabel: (a: AccountRow) => `${a.code} · ${a.name}`,
            current: (id) => named(id, entry),
          },
          { name: "debit", label: "Debit", kind: "money", width: "w-[120px]" },
          { name: "credit", label: "Credit", kind: "money", width: "w-[120px]" },
          { name: "memo", label: "Memo", kind: "text" },
        ]}
      />
      <Sum />
      <ReasonField label="Why, and on which paper it rests" maxLength={2000} />
    </>
  );
}
