import { download } from "#web/kit/api.ts";
import { notify } from "#web/kit/Toasts.tsx";
import type { LabelKind } from "../label/label.labels.ts";

type Printing = { kind: LabelKind; sheet: string } & ({ ids: string } | { printing: string });

/** Makes labels of the stores as a PDF and hands it over; says so where it fails. */
export const printLabels = (asked: Printing): Promise<void> =>
  download(`/api/v1/stock-labels.pdf?${new URLSearchParams(asked)}`).catch((error: unknown) =>
    notify.failed("The labels could not be made", error),
  );

/** What a record offers: its own label, on tape. */
export const itsLabel = (kind: LabelKind, id: string) => ({
  label: "Print its label",
  onSelect: () => void printLabels({ kind, ids: id, sheet: "tape" }),
});
