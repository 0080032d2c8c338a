import type { StoredFile } from "#web/kit/form/DropZone.tsx";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import { plainDecimal } from "#kernel/quantity.ts";
import type { NonconformanceDetail } from "./nonconformance.model.ts";

/** What the form of a nonconformance holds. */
type Values = {
  title: string;
  description: string;
  place: string;
  quantity: string;
  unit: string;
  receiptLineId: string | null;
  vendorId: string | null;
  photos: Pick<StoredFile, "id" | "name" | "size">[];
};

const blank: Values = {
  ...{ title: "", description: "", place: "", quantity: "", unit: "" },
  ...{ receiptLineId: null, vendorId: null, photos: [] },
};

const formOf = (n: NonconformanceDetail): Values => ({
  ...{ title: n.title, description: n.description, place: n.place, unit: n.unit },
  quantity: n.quantity === null ? "" : plainDecimal(n.quantity),
  ...{ receiptLineId: n.receiptLineId, vendorId: n.vendorId },
  photos: n.photos.map(({ id, name }) => ({ id, name, size: 0 })),
});

const bodyOf = ({ photos, ...typed }: Values) => ({
  ...typed,
  quantity: typed.quantity || null,
  receiptLineId: typed.receiptLineId || null,
  vendorId: typed.vendorId || null,
  photoFileIds: photos.map(({ id }) => id),
});

/** The form of a nonconformance. */
export const nonconformanceForm: AnyForm = {
  path: "/api/v1/nonconformances",
  blank: (known: object = {}) => ({ ...blank, ...known }),
  toForm: formOf as AnyForm["toForm"],
  toInput: bodyOf as AnyForm["toInput"],
};
