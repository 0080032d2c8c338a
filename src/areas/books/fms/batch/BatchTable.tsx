import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, SelectField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { useGet, useList } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import type { PeriodRow } from "../../period/period.model.ts";
import type { LayoutRow } from "../layout/layout.model.ts";
import { batchStatuses } from "./batch.labels.ts";
import type { BatchRow, DestinationRow, FmsStanding } from "./batch.model.ts";

const columns: readonly Column<BatchRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (b) => b.number },
  { id: "period", label: "Period", kind: "text", value: (b) => b.period },
  { id: "layout", label: "Layout", kind: "text", value: (b) => b.layout },
  { id: "lineCount", label: "Lines", kind: "text", value: (b) => String(b.lineCount) },
  { id: "debits", label: "Debits", kind: "money", value: (b) => b.debits, leads: true },
  {
    id: "rejectedLines",
    label: "Lines rejected",
    kind: "text",
    value: (b) => String(b.rejectedLines),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (b) => b.status,
    statuses: batchStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(batchStatuses) },
];

type Built = {
  periodId: string;
  layoutId: string;
  through: string | null;
  destinationId: string | null;
};

function Build({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const periods = useList<PeriodRow>(
    "/api/v1/accounting-periods",
    "begun=true&sort=number&limit=100",
  );
  const layouts = useGet<{ items: LayoutRow[] }>("fms-layouts", "/api/v1/fms-layouts");
  const standing = useGet<FmsStanding>("fms-standing", "/api/v1/fms-standing");
  const open = (periods.data?.items ?? []).filter((p) => p.status !== "closed");
  const inForce = (layouts.data?.items ?? []).filter((l) => l.status === "published");
  const there = useGet<{ items: DestinationRow[] }>("fms-destinations", "/api/v1/fms-destinations");
  if (!periods.data || !layouts.data || !there.data || !standing.data) return null;
  // The month of which the page speaks; adjustments of a year before come last.
  const first = standing.data.period?.id ?? open[0]?.id ?? "";
  return (
    <PostDialog<Built>
      title="Build a batch"
      description="It takes every line of the period that is in no batch. Its file is kept as it is built."
      path="/api/v1/fms-batches"
      submit="Build"
      values={{
        periodId: first,
        layoutId: inForce[0]?.id ?? "",
        through: null,
        destinationId: there.data.items[0]?.id ?? "",
      }}
      bodyOf={(v) => ({
        ...v,
        through: v.through || null,
        destinationId: v.destinationId || null,
      })}
      nouns={["fms-batches", "fms-standing"]}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("fmsBatch", { id }))}
    >
      <SelectField
        name="periodId"
        label="Period"
        required
        options={open.map((p) => ({ value: p.id, label: p.name }))}
      />
      <SelectField
        name="layoutId"
        label="Layout"
        required
        options={inForce.map((l) => ({ value: l.id, label: `${l.name}, version ${l.versionNo}` }))}
      />
      {there.data.items.length > 0 && (
        <SelectField
          name="destinationId"
          label="Goes to"
          options={[
            ...there.data.items.map((d) => ({ value: d.id, label: d.name })),
            { value: "", label: "Nowhere by itself: a person takes its file there" },
          ]}
        />
      )}
      <DateField name="through" label="Posted through" hint="Empty for all of the period." />
    </PostDialog>
  );
}

/** Batches for the finance system. */
export function BatchTable() {
  const { can } = useAuth();
  const [building, setBuilding] = useState(false);
  return (
    <div className="stack">
      <div className="flex flex-wrap gap-2">
        {can("books.close") && (
          <button type="button" className="btn btn-primary" onClick={() => setBuilding(true)}>
            Build a batch
          </button>
        )}
        {can("books.import") && (
          <Link className="btn" to={pathTo("fmsAnswerImport")}>
            Import answers
          </Link>
        )}
      </div>
      <DataTable<BatchRow>
        name="fms-batches"
        title="Batches"
        path="/api/v1/fms-batches"
        columns={columns}
        filters={filters}
        defaultSort="-number"
        rowHref={(b) => pathTo("fmsBatch", { id: b.id })}
        searchHint="Number or period"
        empty={{
          title: "No batches",
          text: "A batch takes the lines of a period to the finance system, each line once.",
        }}
      />
      {building && <Build onClose={() => setBuilding(false)} />}
    </div>
  );
}
