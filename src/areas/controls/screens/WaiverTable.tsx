import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { waiverScopes, waiverStatuses, waiverViews } from "../waiver/waiver.labels.ts";
import type { WaiverRow } from "../waiver/waiver.model.ts";

const columns: readonly Column<WaiverRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (w) => w.number },
  { id: "control", label: "Control", kind: "text", value: (w) => w.control },
  { id: "covers", label: "Record or class", kind: "text", value: (w) => w.covers },
  { id: "endsAt", label: "Ends", kind: "instant", value: (w) => w.endsAt },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (w) => w.status,
    statuses: waiverStatuses,
  },
  { id: "asker", label: "Asked by", kind: "text", value: (w) => w.asker },
  { id: "reason", label: "Reason", kind: "text", value: (w) => w.reason },
];

const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(waiverStatuses) },
  { id: "scope", label: "It covers", kind: "set", options: options(waiverScopes) },
  { id: "ending", label: "End within two weeks", kind: "flag" },
  { id: "mine", label: "Asked by me", kind: "flag" },
];

const table = {
  name: "control-waivers",
  path: "/api/v1/control-waivers",
  columns,
  filters,
  defaultSort: "endsAt",
  rowHref: (w: WaiverRow) => pathTo("controlWaiver", { id: w.id }),
  empty: {
    title: "No waiver",
    text: "A waiver is asked for on what breaks a control: open it, and ask there.",
  },
} as const;

/** Waivers, within a page: `fixed` says which of them. */
export function WaiversOf({ title, fixed }: { title: string; fixed: string }) {
  return <DataTable<WaiverRow> {...table} title={title} embedded fixed={fixed} />;
}

/** Every waiver, as far as the reader sees it. */
export function WaiverTable() {
  return <DataTable<WaiverRow> {...table} title="Waivers" views={waiverViews} />;
}
