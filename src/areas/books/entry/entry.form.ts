import type { EntryKind } from "./entry.labels.ts";
import type { EntryDetail } from "./entry.model.ts";

export type FormLine = {
  accountStringId: string;
  fundId: string;
  accountId: string;
  debit: number | null;
  credit: number | null;
  memo: string;
};
export type EntryForm = {
  kind: EntryKind;
  title: string;
  reason: string;
  postedOn: string;
  reversesOn: string;
  lines: FormLine[];
};

const blankLine = {
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
  lines: [blankLine, blankLine],
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
