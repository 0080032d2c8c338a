import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { PunchDetail } from "./punch.model.ts";

/** What the form of a punch item holds. */
type PunchValues = {
  what: string;
  place: string;
  contractId: string;
  party: string;
  dueOn: string;
  costToComplete: number | null;
  note: string;
  photos: Pick<StoredFile, "id" | "name" | "size">[];
};

const blank: PunchValues = {
  what: "",
  place: "",
  contractId: "",
  party: "",
  dueOn: "",
  costToComplete: null,
  note: "",
  photos: [],
};

const formOf = (item: PunchDetail): PunchValues => ({
  what: item.what,
  place: item.place,
  contractId: item.contractId ?? "",
  party: item.party,
  dueOn: item.dueOn ?? "",
  costToComplete: item.costToComplete,
  note: item.note,
  photos: item.photos.filter(({ after }) => !after).map(({ id, name }) => ({ id, name, size: 0 })),
});

/** What is sent of a form. */
const bodyOf = ({ photos, ...item }: PunchValues) => ({
  ...item,
  contractId: item.contractId || null,
  dueOn: item.dueOn || null,
  costToComplete: item.costToComplete ?? 0,
  photoFileIds: photos.map(({ id }) => id),
});

/** The form of a punch item. */
export const punchForm: AnyForm = {
  path: "/api/v1/punch-items",
  blank: (known: object = {}) => ({ ...blank, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: bodyOf as AnyForm["toInput"],
};
