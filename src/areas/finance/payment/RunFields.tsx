import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { methods } from "./payment.labels.ts";
import type { RunDetail } from "./run.model.ts";

type Line = RunDetail["payments"][number];

const sumOf = (lines: readonly Line[]) =>
  formatCents(lines.reduce((n, line) => n + line.amount, 0));

/** What recording a refused file will do with this run, before somebody says yes. */
const refuseFields = (run: RunDetail) => {
  const ach = run.payments.filter((p) => p.method === "ach" && p.status !== "cancelled");
  const out = ach.filter((p) => p.status === "released");
  const rest = ach.length - out.length;
  const checks = run.payments.filter((p) => p.method === "check" && p.status !== "cancelled");
  return (
    <ul className="checks">
      <li className="warn">
        <span>
          {counted(out.length, "ACH payment")}, {sumOf(out)},{" "}
          {out.length === 1 ? "becomes" : "become"} void. The invoices are ready to pay again, by a
          new run with a new file.
        </span>
      </li>
      {rest > 0 && (
        <li>
          <span>
            {counted(rest, "ACH payment")} that cleared, came back or {rest === 1 ? "is" : "are"}{" "}
            void {rest === 1 ? "stays" : "stay"} so.
          </span>
        </li>
      )}
      <li>
        <span>
          {checks.length > 0
            ? `${counted(checks.length, "check")}, ${sumOf(checks)}, ${checks.length === 1 ? "stays" : "stay"} valid.`
            : "The run has no checks."}
        </span>
      </li>
      <li>
        <span>
          For one payment that the bank sends back, open the payment and record the return instead.
        </span>
      </li>
    </ul>
  );
};

/** What a release sends out, before somebody says yes. */
const releaseFields = (run: RunDetail) => {
  const stopped = run.payments.filter(
    (p) => p.status !== "cancelled" && (p.blocked || p.screening),
  );
  const off = run.payments.filter((p) => p.status === "cancelled");
  return (
    <div className="grid gap-3">
      <Facts>
        {run.totals.map((t) => (
          <Fact key={t.method} label={methods[t.method]}>
            {counted(t.payments, "payment")}, {formatCents(t.amount)}
          </Fact>
        ))}
        <Fact label="In all">
          <span className="font-semibold">
            {counted(run.paymentCount, "payment")}, {formatCents(run.amount)}
          </span>
        </Fact>
        <Fact label="Drawn on">{run.release?.drawnOn ?? "no account is set up"}</Fact>
        <Fact label="Paid on">{formatDate(run.release?.payOn ?? run.payOn)}</Fact>
        <Fact label="Stopped">
          {stopped.length > 0
            ? stopped.map((p) => `${p.number}, ${p.vendor}`).join("; ")
            : "no payment of the run"}
          {off.length > 0 && `; ${counted(off.length, "payment")} taken off, ${sumOf(off)}`}
          {run.excluded.length > 0 && `; ${counted(run.excluded.length, "invoice")} left out`}
        </Fact>
      </Facts>
      <p className="text-13 text-t2">
        Releasing numbers the checks, writes the bank file, marks the invoices paid and mails each
        vendor. It cannot be taken back; single payments can be voided afterwards.
      </p>
    </div>
  );
};

/** Which file goes to the bank, before somebody says that it went. */
function SendFields({ run }: { run: RunDetail }) {
  const { timeZone } = useAgency();
  const file = run.files.find((f) => f.kind === "nacha");
  const made = run.bankFiles.find((f) => f.replacedAt === null);
  if (!file || !made)
    return <p className="text-13 text-t2">This run has no bank file: its checks went out.</p>;
  return (
    <div className="grid gap-3">
      <input type="hidden" name="sha256" value={file.sha256} />
      <Facts>
        <Fact label="File">
          <span className="mono">{file.name}</span>
        </Fact>
        <Fact label="SHA-256">
          <span className="mono break-all text-12">{file.sha256}</span>
        </Fact>
        <Fact label="Made">{formatInstant(made.madeAt, timeZone)}</Fact>
        <Fact label="Downloaded">
          {made.takenAt
            ? `${formatInstant(made.takenAt, timeZone)}, ${made.takenBy ?? "a former member"}`
            : "not yet"}
        </Fact>
      </Facts>
      <p className="text-13 text-t2">
        After this, a payment of it is voided only with what the bank confirms of its entry.
      </p>
    </div>
  );
}

// Whose payment cannot go out now; nothing is asked where there is nobody.
const submitFields = (run: RunDetail) => {
  const stopped = run.payments.filter((p) => p.blocked);
  if (stopped.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="text-t2">
        {counted(stopped.length, "payment")} of the run cannot go out now. Take{" "}
        {stopped.length === 1 ? "it" : "them"} off, or settle it before the release; the approver
        reads it too.
      </p>
      <ul className="checks">
        {stopped.map((p) => (
          <li key={p.id} className="warn">
            <span>
              {p.number}, {p.vendor}, {formatCents(p.amount)}: {p.blocked}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** What the actions of a run ask for or say first, by their names. */
export const runFields = (run: RunDetail) => ({
  submit: submitFields(run),
  release: releaseFields(run),
  send: <SendFields run={run} />,
  refuse: refuseFields(run),
});
