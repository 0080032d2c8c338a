import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { LineDetail } from "../line/line.model.ts";

/** What the form of a line holds; cents. */
type LineValues = {
  purpose: string;
  orderId: string | null;
  note: string;
  splits: { accountStringId: string | null; cents: number | null }[];
  photos: Pick<StoredFile, "id" | "name" | "size">[];
  lostReceipt: string;
};

const blank: LineValues = {
  purpose: "",
  orderId: null,
  note: "",
  splits: [],
  photos: [],
  lostReceipt: "",
};

const formOf = ({
  purpose,
  orderId,
  note,
  splits,
  files,
  lostReceipt,
}: LineDetail): LineValues => ({
  ...{ purpose, orderId, note, lostReceipt },
  splits: splits.map(({ accountStringId, cents }) => ({ accountStringId, cents })),
  photos: files.map(({ id, name }) => ({ id, name, size: 0 })),
});

const bodyOf = ({ photos, ...line }: LineValues) => ({
  ...line,
  receiptFileIds: photos.map(({ id }) => id),
});

/** The form in which the holder says what a line was for. */
export const lineForm: AnyForm = {
  path: "/api/v1/card-lines",
  blank: (known: object = {}) => ({ ...blank, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: bodyOf as AnyForm["toInput"],
};
