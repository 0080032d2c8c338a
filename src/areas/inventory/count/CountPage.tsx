import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { ApprovalPanel } from "#areas/workflow/workflow.ui.tsx";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { countCourse, countCycle, countStatuses } from "./count.labels.ts";
import type { CountDetail, CountResult, CountTask } from "./count.model.ts";
import { toleranceText } from "./tolerance.model.ts";

const look = { statuses: countStatuses, course: countCourse, actions: countCycle.actions };

const itemOf = ({ itemId, number, name }: { itemId: string; number: string; name: string }) => (
  <Link to={pathTo("stockItem", { id: itemId })}>
    <span className="mono">{number}</span> {name}
  </Link>
);

const results: readonly LinePart<CountResult>[] = [
  { label: "Item", as: "title", cell: itemOf },
  { label: "Location", words: true, cell: ({ code }) => code },
  { label: "Lot", words: true, cell: ({ lot }) => lot },
  { label: "In the ledger", cell: ({ ledger, unit }) => `${shownDecimal(ledger)} ${unit}` },
  { label: "First count", cell: ({ first }) => first && shownDecimal(first) },
  {
    label: "Counted",
    cell: (line) => (line.missed ? "not found" : `${shownDecimal(line.counted)} ${line.unit}`),
  },
  { label: "Difference", cell: ({ difference }) => shownDecimal(difference) },
  {
    label: "Worth",
    as: "amount",
    cell: ({ cents, beyond }) => (
      <>
        {formatCents(cents)}
        {beyond && <span className="block text-13 text-t2">beyond the tolerance</span>}
      </>
    ),
  },
];

const tasks: readonly LinePart<CountTask>[] = [
  { label: "Item", as: "title", cell: itemOf },
  { label: "Location", words: true, cell: ({ code, location }) => `${code} ${location}` },
  {
    label: "Counted",
    as: "amount",
    cell: ({ due, done, entries, unit }) =>
      !due
        ? "not again"
        : entries.length > 0
          ? entries
              .map(
                ({ lot, quantity }) => `${lot ? `${lot}: ` : ""}${shownDecimal(quantity)} ${unit}`,
              )
              .join(", ")
          : done
            ? "yes"
            : "not yet",
  },
];

const waits = (count: CountDetail): FindingPart[] => {
  const to = pathTo("stockCounting", { id: count.id });
  const again = `${counted(count.waiting, "line")} beyond the tolerance ${count.waiting === 1 ? "waits" : "wait"}`;
  switch (count.status) {
    case "open":
      return [
        count.waiting > 0
          ? {
              text: `${counted(count.waiting, "line waits", "lines wait")} for ${count.countedBy ?? "whoever counts"}`,
              ...(count.mayCount ? { to } : {}),
            }
          : { text: `All is counted; ${count.countedBy} finishes it` },
      ];
    case "recount":
      return [
        count.waiting > 0
          ? {
              text: `${again} for ${count.recountedBy ?? `another person than ${count.countedBy}`} to count again`,
              ...(count.mayCount ? { to } : {}),
            }
          : { text: `All is counted again; ${count.recountedBy} finishes it` },
      ];
    case "submitted":
      return [{ text: "A third person decides about the difference" }];
    case "counted":
    case "posted": {
      const off = count.results?.filter(({ difference }) => difference !== "0") ?? [];
      const what =
        off.length === 0
          ? "All that was counted is as in the ledger"
          : `${counted(off.length, "line differs", "lines differ")} from the ledger, ${formatCents(count.differenceCents ?? 0)} together`;
      return [{ text: what }];
    }
    case "aborted":
      return [{ text: "Nothing of it was adjusted" }];
  }
};

function About({ count }: { count: CountDetail }) {
  const { timeZone } = useAgency();
  return (
    <Panel title="The count">
      <Facts
        rows={[
          ["Planned", `${formatInstant(count.plannedAt, timeZone)} by ${count.plannedBy}`],
          ["Counted by", count.countedBy],
          ["Counted again by", count.recountedBy],
          ["Sent for approval by", count.submittedBy],
          ["Posted by", count.postedBy],
          ["Posted at once", toleranceText(count)],
          ["Why", count.reason],
          [
            "Adjusted by",
            count.movements.length > 0 &&
              count.movements.map(({ id, number }) => (
                <Link key={id} className="mr-2" to={pathTo("stockMovement", { id })}>
                  {number}
                </Link>
              )),
          ],
        ]}
      />
    </Panel>
  );
}

function Lines({ count }: { count: CountDetail }) {
  return (
    <section className="grid gap-3">
      <h2>{count.results ? "Counted and in the ledger" : "What is counted"}</h2>
      {count.results ? (
        <LineTable
          label="Counted and in the ledger"
          parts={results}
          lines={count.results}
          keyOf={(line) => line.id}
        />
      ) : (
        <LineTable
          label="What is counted"
          parts={tasks}
          lines={count.tasks}
          keyOf={(task) => task.id}
        />
      )}
    </section>
  );
}

const tabs: readonly RecordTab<CountDetail>[] = [
  {
    id: "count",
    label: "Count",
    content: (count) => (
      <>
        <Finding parts={waits(count)} none="" />
        {count.status === "submitted" && (
          <ApprovalPanel approvalId={count.approvalId} budget={false} />
        )}
        <Lines count={count} />
        <About count={count} />
      </>
    ),
  },
  {
    id: "files",
    label: "Files and comments",
    content: (count) => (
      <>
        <Attachments objectType="stockCount" objectId={count.id} />
        <Comments objectType="stockCount" objectId={count.id} />
      </>
    ),
  },
];

type Fund = { id: string; code: string; name: string };

/** Asked only where things were found of which no fund is known. */
function FundOfFound() {
  const funds = useGet<{ items: Fund[] }>("segments", "/api/v1/segments?kind=fund").data;
  return (
    <label className="field">
      <span className="label">Fund of found things that never were in the stores</span>
      <select name="fundId" className="field-control">
        {(funds?.items ?? []).map(({ id, code, name }) => (
          <option key={id} value={id}>
            {code} {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const finds = ({ results: lines }: CountDetail): boolean =>
  (lines ?? []).some(({ ledger, counted: there }) => ledger === "0" && there !== "0");

/** A count of the stores: what waits for whom, then its lines. */
export default function CountPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const print = () =>
    void download(`/api/v1/stock-counts/${id}/sheet.pdf`).catch((error: unknown) =>
      notify.failed("The sheet could not be made", error),
    );
  return (
    <RecordPage<CountDetail>
      path="/api/v1/stock-counts"
      id={id}
      lifecycle={look}
      title={(count) => `Count of ${count.title}`}
      amountCents={(count) => count.differenceCents}
      amountNote={() => "difference"}
      actionFields={(count) =>
        finds(count) ? { post: <FundOfFound />, submit: <FundOfFound /> } : ({} as never)
      }
      extraActions={(count) => [
        ...(can("stock.count") && count.mayCount && count.waiting > 0
          ? [{ label: "Count", to: pathTo("stockCounting", { id }), tone: "primary" as const }]
          : []),
        { label: "Print the sheet", onSelect: print },
      ]}
      tabs={tabs}
    />
  );
}
