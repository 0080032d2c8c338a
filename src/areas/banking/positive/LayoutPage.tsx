import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { records } from "#kernel/file-layout.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Finding } from "#web/kit/Finding.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { PositiveLayoutRow, PositiveTry } from "./layout.model.ts";
import { positiveValues } from "./positive.labels.ts";
import type { PositiveStanding } from "./positive.model.ts";

const path = "/api/v1/positive-layouts";
const LayoutDialog = dialogOnDemand(async () => (await import("./LayoutDialog.tsx")).LayoutDialog);

type Field = PositiveLayoutRow["fields"][number];
const parts: readonly LinePart<Field>[] = [
  { label: "Field", as: "title", cell: ({ name }) => name },
  { label: "Where", cell: ({ record }) => records[record] },
  {
    label: "What",
    words: true,
    cell: ({ value, text }) => `${positiveValues[value].label} ${text}`,
  },
  { label: "Width", as: "amount", cell: ({ width }) => (width === 0 ? "as it is" : String(width)) },
];

function Buttons({ layout }: { layout: PositiveLayoutRow }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<"edit" | "publish" | "retire" | null>(null);
  const close = () => setAsked(null);
  const draft = layout.status === "draft";
  return (
    <>
      <button type="button" className="btn" onClick={() => setAsked("edit")}>
        {draft ? "Change" : "Draft the next version"}
      </button>
      {layout.status === "published" && (
        <button type="button" className="btn" onClick={() => setAsked("retire")}>
          Retire
        </button>
      )}
      {draft && (
        <button type="button" className="btn btn-primary" onClick={() => setAsked("publish")}>
          Publish
        </button>
      )}
      {asked === "edit" && (
        <LayoutDialog
          of={layout}
          onClose={close}
          onDone={({ id }) => void navigate(pathTo("positiveLayout", { id }))}
        />
      )}
      {(asked === "publish" || asked === "retire") && (
        <StepDialog
          path={path}
          version={layout}
          action={asked}
          text={
            asked === "publish"
              ? "From now on files can be made by it."
              : "No file is made by it any more. Files that went out keep it."
          }
          onClose={close}
        />
      )}
    </>
  );
}

const saidOf = ({ checks, faults }: PositiveTry): string =>
  faults.length === 0
    ? `It holds the ${counted(checks, "check")} of the last run`
    : `It does not hold the last run: ${faults[0]}`;

function Trial({ id, accountId }: { id: string; accountId: string }) {
  const { data, error } = useGet<PositiveTry>(
    "positive-layouts",
    `${path}/${id}/trial?accountId=${accountId}`,
  );
  if (error) return <Finding parts={[]} none={error.message} />;
  if (!data) return null;
  return (
    <>
      <Finding parts={[{ text: saidOf(data) }]} none="" />
      <section className="grid gap-3">
        <h2>Tried on the last run</h2>
        <pre className="panel mono overflow-x-auto p-4 text-12" tabIndex={0}>
          {data.text}
        </pre>
      </section>
    </>
  );
}

/** How a bank takes checks, tried on the last run. */
export default function LayoutPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const may = can("positivePay.layout");
  const list = useGet<{ items: PositiveLayoutRow[] }>("positive-layouts", path, { first: true });
  const standing = useGet<PositiveStanding>(
    "positive-pay-standing",
    "/api/v1/positive-pay-standing",
  );
  if (list.isError) return <ErrorPanel error={list.error} what="The layout" />;
  if (!list.data) return <RecordSkeleton />;
  const layout = list.data.items.find((each) => each.id === id);
  if (!layout)
    return (
      <EmptyState kind="first-use" title="There is no such layout">
        <Link to={pathTo("positiveLayouts")}>All layouts</Link>
      </EmptyState>
    );
  const account = standing.data?.accounts[0];
  return (
    <div className="stack">
      <header className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">
          {layout.name} <span className="text-13 text-t3">v{layout.versionNo}</span>
        </h1>
        <StatusBadge statuses={definitionStatuses} status={layout.status} />
        {may && <Buttons layout={layout} />}
      </header>
      {may && account && <Trial id={id} accountId={account.id} />}
      <section className="grid gap-3">
        <h2>Fields</h2>
        <LineTable
          label="Fields of the layout"
          parts={parts}
          lines={layout.fields}
          keyOf={({ record, name, value }) => `${record} ${name} ${value}`}
        />
      </section>
    </div>
  );
}
