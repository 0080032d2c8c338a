import { Link } from "react-router";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { Facts } from "#web/kit/record/Facts.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
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

function Documents({ sheet }: { sheet: ProjectMoney }) {
  if (sheet.documents.length === 0)
    return (
      <p className="text-t2">
        Nothing is charged to it yet: a requisition or an order names its code in the account.
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
          label: "All documents",
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

/** A project's money of our own records: strips, each document in its columns, the forecast. */
export function Sheet({ project }: { project: ProjectDetail }) {
  const { data, error } = useGet<ProjectMoney>("projects", `/api/v1/projects/${project.id}/money`);
  return (
    <div className="stack">
      <div className="grid gap-4 sm:grid-cols-2">
        <ProjectMoneyStrip project={project} />
        <ProjectTimeStrip project={project} />
      </div>
      <section className="grid gap-3">
        <h2>Money by document</h2>
        {error && <ErrorPanel error={error} what="The money of this project" />}
        {data && (
          <>
            <Documents sheet={data} />
            <Agreement sheet={data} code={project.segmentCode} />
          </>
        )}
      </section>
      <Forecast project={project} />
    </div>
  );
}
