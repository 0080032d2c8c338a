import { Download } from "lucide-react";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { download } from "../api.ts";
import { EmptyState, Panel } from "../states.tsx";
import { notify } from "../Toasts.tsx";
import { byRepair, oneOf, stoppedAt, type ImportProblem, type ImportRun } from "./contract.ts";

const figures = [
  ["create", "new"],
  ["update", "changed"],
  ["skip", "unchanged"],
  ["reject", "rejected"],
] as const;

function Counts({ run }: { run: ImportRun }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-hair bg-hair sm:grid-cols-4">
      {figures.map(([key, label]) => (
        <div key={key} className="bg-s1 p-4">
          <dt className="text-12 text-t3">{label}</dt>
          <dd
            className={`text-22 font-semibold tabular-nums ${key === "reject" && run.counts.reject > 0 ? "text-danger" : ""}`}
          >
            {run.counts[key].toLocaleString("en-US")}
            {run.counts.sums && (
              <small className="block text-13 font-normal text-t2">
                {formatCents(run.counts.sums[key])}
              </small>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LeftOut({ run }: { run: ImportRun }) {
  const { leftOut = 0 } = run.counts;
  if (leftOut === 0) return null;
  return (
    <p className="text-t2">
      {counted(leftOut, "row is", "rows are")} left out, as your conditions say.
    </p>
  );
}

/** The sum of the file beside what becomes of it: to be compared with the register it came from. */
function Reconciled({ run }: { run: ImportRun }) {
  const { sums, groups, ...counts } = run.counts;
  if (!sums && !groups) return null;
  const rows = counts.create + counts.update + counts.skip + counts.reject;
  return (
    <p className="text-t2">
      {sums
        ? `The file has ${counted(rows, "row")} and ${formatCents(sums.create + sums.update + sums.skip + sums.reject)} in all. Compare both with the register that it came from.`
        : `The file has ${counted(rows, "row")}. Compare its sums with the register that it came from.`}
      {sums && sums.unread > 0 && ` ${counted(sums.unread, "row shows", "rows show")} no amount.`}
      {groups &&
        ` What comes in: ${Object.entries(groups)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([group, cents]) => `${group} ${formatCents(cents)}`)
          .join(", ")}.`}
    </p>
  );
}

function Repair({ fix, problems }: { fix: string; problems: readonly ImportProblem[] }) {
  return (
    <details className="border-t border-hair first-of-type:border-t-0">
      <summary className="cursor-pointer px-4 py-2">
        <b className="font-semibold">{fix}</b>{" "}
        <span className="text-t3">{counted(problems.length, "row")}</span>
      </summary>
      <div className="table-scroll">
        <table className="ledger" data-density="28">
          <thead>
            <tr>
              <th scope="col" className="num">
                Row
              </th>
              <th scope="col">Column</th>
              <th scope="col">Expected</th>
              <th scope="col">Found</th>
            </tr>
          </thead>
          <tbody>
            {problems.slice(0, 50).map((problem) => (
              <tr key={`${problem.row}${problem.column}`}>
                <td className="num">{problem.row}</td>
                <td>{problem.column}</td>
                <td>{problem.expected}</td>
                <td className="mono">{problem.found || "nothing"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const getRejected = (run: ImportRun) =>
  void download(`/api/v1/imports/${run.id}/rejected`).catch((error: unknown) =>
    notify.failed("The file could not be fetched", error),
  );

function Rejected({ run }: { run: ImportRun }) {
  if (run.counts.reject === 0) return null;
  return (
    <Panel
      title={counted(run.counts.reject, "row needs a repair", "rows need a repair")}
      flush
      aside={
        <button type="button" className="btn btn-small" onClick={() => getRejected(run)}>
          <Download aria-hidden="true" />
          Rejected rows, CSV
        </button>
      }
    >
      {run.counts.reject > run.problems.length && (
        <p className="px-4 py-2 text-13 text-t3">
          Listed here are the first {run.problems.length.toLocaleString("en-US")}; the CSV has all
          of them.
        </p>
      )}
      {byRepair(run.problems).map((group) => (
        <Repair key={group.fix} {...group} />
      ))}
    </Panel>
  );
}

/** Rows that come in, though a person should look at them first. */
function Warned({ run }: { run: ImportRun }) {
  const { warned = 0, warnings = [] } = run;
  if (warned === 0) return null;
  return (
    <Panel title={counted(warned, "row to look at", "rows to look at")} flush>
      <p className="px-4 py-2 text-13 text-t3">
        These rows come in all the same.
        {warned > warnings.length &&
          ` Listed here are the first ${warnings.length.toLocaleString("en-US")}.`}
      </p>
      {byRepair(warnings).map((group) => (
        <Repair key={group.fix} {...group} />
      ))}
    </Panel>
  );
}

type PreviewProps = {
  run: ImportRun;
  things: string;
  busy: boolean;
  onCommit: () => void;
  onCheck: () => void;
  onRemap: () => void;
  onAgain: () => void;
};

/** An import that was cancelled or failed: what happened, and the way on. */
function Stopped({
  run,
  busy,
  onCommit,
  onCheck,
  onAgain,
}: Pick<PreviewProps, "run" | "busy" | "onCommit" | "onCheck" | "onAgain">) {
  const importing = stoppedAt(run) === "import";
  const done = run.rowsDone ?? 0;
  const title = !importing
    ? "The check did not finish"
    : done > 0
      ? `${done.toLocaleString("en-US")} of ${counted(run.rowsTotal ?? 0, "row")} were brought in`
      : "No row was brought in yet";
  const go = importing ? onCommit : onCheck;
  return (
    <div className="stack">
      <EmptyState
        kind="no-results"
        title={title}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <button
              type="button"
              className="btn btn-primary"
              aria-disabled={busy}
              onClick={() => {
                if (!busy) go();
              }}
            >
              {importing ? "Go on" : "Check again"}
            </button>
            <button type="button" className="btn btn-quiet" onClick={onAgain}>
              Another file
            </button>
          </div>
        }
      >
        {run.error}
      </EmptyState>
      {importing && done > 0 && <Counts run={run} />}
      {importing && <Rejected run={run} />}
    </div>
  );
}

/** What the import would do, before it does anything. */
export function PreviewStep({
  run,
  things,
  busy,
  onCommit,
  onCheck,
  onRemap,
  onAgain,
}: PreviewProps) {
  if (run.state === "validating")
    return (
      <div role="status" className="panel panel-body grid gap-3">
        <p>Checking every row …</p>
        <progress className="progress" aria-label="Checking" />
      </div>
    );
  if (stoppedAt(run))
    return (
      <Stopped run={run} busy={busy} onCommit={onCommit} onCheck={onCheck} onAgain={onAgain} />
    );
  const effective = run.counts.create + run.counts.update;
  return (
    <div className="stack">
      <Counts run={run} />
      <LeftOut run={run} />
      <Reconciled run={run} />
      <Rejected run={run} />
      <Warned run={run} />
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={effective === 0 || busy}
          onClick={() => {
            if (effective > 0 && !busy) onCommit();
          }}
        >
          Import {counted(effective, oneOf(things), things)}
        </button>
        <button type="button" className="btn" onClick={onRemap}>
          Change the columns
        </button>
        <button type="button" className="btn btn-quiet" onClick={onAgain}>
          Another file
        </button>
      </div>
      <p className="text-13 text-t3">
        Nothing has been changed yet. Rejected rows are left out; repair them and bring them in
        again: the same rows are never doubled.
      </p>
    </div>
  );
}

/** What the import did. */
export function ReportStep({
  run,
  things,
  onAgain,
  onDone,
}: {
  run: ImportRun;
  things: string;
  onAgain: () => void;
  onDone: (run: ImportRun) => void;
}) {
  if (run.state === "committing")
    return (
      <div role="status" className="panel panel-body grid gap-3">
        <p>Importing … You can leave this page; the jobs tray shows how far it is.</p>
        <progress className="progress" aria-label="Importing" />
      </div>
    );
  return (
    <div className="stack">
      <h2>The import is done</h2>
      <Counts run={run} />
      <LeftOut run={run} />
      <Reconciled run={run} />
      <Rejected run={run} />
      <Warned run={run} />
      <div className="flex gap-2">
        <button type="button" className="btn btn-primary" onClick={() => onDone(run)}>
          Show the {things}
        </button>
        <button type="button" className="btn" onClick={onAgain}>
          Import another file
        </button>
      </div>
    </div>
  );
}
