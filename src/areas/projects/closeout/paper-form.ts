import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { PaperKind } from "./paper.labels.ts";
import type { PaperDetail } from "./paper.model.ts";

/** What the form of a closeout paper holds. */
type PaperValues = {
  kind: PaperKind | "";
  title: string;
  contractId: string;
  party: string;
  dueOn: string;
  note: string;
};

const blank: PaperValues = { kind: "", title: "", contractId: "", party: "", dueOn: "", note: "" };

const formOf = (paper: PaperDetail): PaperValues => ({
  kind: paper.kind,
  title: paper.title,
  contractId: paper.contractId ?? "",
  party: paper.party,
  dueOn: paper.dueOn ?? "",
  note: paper.note,
});

/** What is sent of a form. */
const bodyOf = (paper: PaperValues) => ({
  ...paper,
  contractId: paper.contractId || null,
  dueOn: paper.dueOn || null,
});

/** The form of a closeout paper. */
export const paperForm: AnyForm = {
  path: "/api/v1/closeout-papers",
  blank: (known: object = {}) => ({ ...blank, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: bodyOf as AnyForm["toInput"],
};
