import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { CodeRow, ProjectCodes } from "../code/code.model.ts";
import { CodesSection } from "../code/CodesSection.tsx";
import type { MoneyRow, ProjectMoney } from "../money/money.model.ts";
import type { ProjectDetail } from "../project/project.model.ts";
import { ProjectMoneyStrip, ProjectTimeStrip } from "./Strips.tsx";

const money = (cents: number) => (cents === 0 ? "" : formatCents(cents, { symbol: false }));
const columns = [
  ["asked", "Asked, $"],
  ["ordered", "Ordered, $"],
  ["received", "Received, $"],
  ["billed", "Billed, $"],
  ["paid", "Paid, $"],
  ["withheld", "Withheld, $"],
] as const;

const partsOf = ({ totals }: ProjectMoney): readonly LinePart<MoneyRow>[] => [
  {
    label: "Document",
    as: "title",
    cell: (row) => (
      <>
        {row.href ? (
          <Link className="mono" to={row.href}>
            {row.number}
          </Link>
        ) : (
          (row.number ?? row.what)
        )}{" "}
        {row.title}
        {row.status && <span className="block text-12 text-t2">{row.status}</span>}
      </>
    ),
  },
  ...columns.map(([column, label]) => ({
    label,
    ...(column === "withheld" ? { as: "amount" as const } : {}),
    cell: (row: MoneyRow) => money(row[column]),
    sum: formatCents(totals[column], { symbol: false }),
  })),
];

function Documents({ sheet, filtered }: { sheet: ProjectMoney; filtered: boolean }) {
  if (sheet.documents.length === 0)
    return (
      <p className="text-t2">
        {filtered
          ? "No document stands here."
          : "Nothing is charged to it yet: a requisition or an order names its code in the account."}
      </p>
    );
  return (
    <>
      <LineTable
        label="Money by document"
        parts={partsOf(sheet)}
        lines={sheet.documents}
        keyOf={(row) => row.id}
        across={3}
        total={{
          label: filtered ? "These documents" : "All documents",
          amount: formatCents(sheet.totals.withheld, { symbol: false }),
        }}
      />
      {sheet.left > 0 && (
        <p className="text-13 text-t2">
          {counted(sheet.left, "document")} more; the sums count them.
        </p>
      )}
    </>
  );
}

/** Whether documents and ledger say the same, in words. */
function Agreement({ sheet, code }: { sheet: ProjectMoney; code: string }) {
  const { preEncumbered, encumbered, expended } = sheet.ledger;
  return sheet.differs === 0 ? (
    <p className="text-13 text-t2">
      As the ledger of {code}: {formatCents(preEncumbered)} asked for, {formatCents(encumbered)}{" "}
      encumbered, {formatCents(expended)} expended.
    </p>
  ) : (
    <p className="text-13 text-danger" role="alert">
      These documents and the ledger of {code} differ by {formatCents(sheet.differs)}. Tell whoever
      keeps the books.
    </p>
  );
}

function Forecast({ project: p }: { project: ProjectDetail }) {
  return (
    <Panel title="Forecast">
      {p.forecastCents === null ? (
        <p className="text-t2">Nobody wrote down yet what it will cost in the end.</p>
      ) : (
        <Facts
          rows={[
            ["In the end", formatCents(p.forecastCents)],
            ["Of the budget", `${formatCents(p.budgetCents - p.forecastCents)} left`],
            ["Because", p.forecastReason],
            [
              "Written down",
              `${formatDate(p.forecastOn!)} by ${p.forecaster ?? "a former member"}`,
            ],
          ]}
        />
      )}
    </Panel>
  );
}

const DistributeDialog = dialogOnDemand(
  async () => (await import("../code/CodeDialogs.tsx")).DistributeDialog,
);
const TransferDialog = dialogOnDemand(
  async () => (await import("../code/CodeDialogs.tsx")).TransferDialog,
);
const ForecastCodeDialog = dialogOnDemand(
  async () => (await import("../code/CodeDialogs.tsx")).ForecastCodeDialog,
);
const RecodeDialog = dialogOnDemand(
  async () => (await import("../code/CodeDialogs.tsx")).RecodeDialog,
);
type Asked = { what: "distribute" | "transfer" | "recode" } | { what: "forecast"; row: CodeRow };

/** The dialog that was asked for. */
function Dialog({
  asked,
  project,
  codes,
  onClose,
}: {
  asked: Asked;
  project: ProjectDetail;
  codes: ProjectCodes;
  onClose: () => void;
}) {
  const all = { project, codes, onClose };
  if ("row" in asked)
    return <ForecastCodeDialog project={project} row={asked.row} onClose={onClose} />;
  if (asked.what === "distribute") return <DistributeDialog {...all} />;
  if (asked.what === "transfer") return <TransferDialog {...all} />;
  return <RecodeDialog project={project} onClose={onClose} />;
}

/** Money by cost code, and what whoever runs the project does with the codes. */
function Codes({ project }: { project: ProjectDetail }) {
  const { can } = useAuth();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data, error } = useGet<ProjectCodes>("projects", `/api/v1/projects/${project.id}/codes`);
  if (error) return <ErrorPanel error={error} what="The money by cost code" />;
  if (!data) return null;
  const mayEdit = can("project.edit") && project.canEdit;
  return (
    <>
      {mayEdit && (
        <p className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setAsked({ what: "distribute" })}>
            Distribute the budget
          </button>
          {data.distributed > 0 && (
            <button type="button" className="btn" onClick={() => setAsked({ what: "transfer" })}>
              Transfer
            </button>
          )}
          <button type="button" className="btn" onClick={() => setAsked({ what: "recode" })}>
            Code a line
          </button>
        </p>
      )}
      <CodesSection
        codes={data}
        projectId={project.id}
        onForecast={mayEdit ? (row) => setAsked({ what: "forecast", row }) : null}
      />
      {asked && (
        <Dialog asked={asked} project={project} codes={data} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

const cellWords = (search: URLSearchParams): string | null => {
  const [code, column] = [search.get("code"), search.get("column")];
  if (!code) return null;
  return `Only ${column ? `what is ${column}` : "documents"} ${code === "none" ? "without a code" : "of one code"} is shown.`;
};

/** Every document that charges the project, or those of one cell of its codes. */
function ByDocument({ project }: { project: ProjectDetail }) {
  const [search, setSearch] = useSearchParams();
  const asked = new URLSearchParams(
    ["code", "column"].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  ).toString();
  const { data, error } = useGet<ProjectMoney>(
    "projects",
    `/api/v1/projects/${project.id}/money${asked && `?${asked}`}`,
  );
  const words = cellWords(search);
  const all = () => {
    const next = new URLSearchParams(search);
    next.delete("code");
    next.delete("column");
    setSearch(next, { preventScrollReset: true });
  };
  return (
    <section className="grid gap-3" id="documents">
      <h2>Money by document</h2>
      {words && (
        <p className="flex flex-wrap items-center gap-3">
          {words}
          <button type="button" className="btn btn-small" onClick={all}>
            Show all documents
          </button>
        </p>
      )}
      {error && <ErrorPanel error={error} what="The money of this project" />}
      {data && (
        <>
          <Documents sheet={data} filtered={words !== null} />
          {words === null && <Agreement sheet={data} code={project.segmentCode} />}
        </>
      )}
    </section>
  );
}

/** A project's money of our own records: strips, by cost code, each document in its columns, the forecast. */
export function Sheet({ project }: { project: ProjectDetail }) {
  return (
    <div className="stack">
      <div className="grid gap-4 sm:grid-cols-2">
        <ProjectMoneyStrip project={project} />
        <ProjectTimeStrip project={project} />
      </div>
      <Codes project={project} />
      <ByDocument project={project} />
      <Forecast project={project} />
    </div>
  );
}
