import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { methods, paymentStatuses } from "./payment.labels.ts";
import { didNotGo } from "./register.model.ts";
import type { RunDetail } from "./run.model.ts";

const order = (a: RunDetail["payments"][number], b: RunDetail["payments"][number]) =>
  b.method.localeCompare(a.method) ||
  (a.reference ?? "").localeCompare(b.reference ?? "", "en", { numeric: true });

/** The check register of a run as it goes on paper, with what became of each payment since. */
export default function RunRegister() {
  const { id = "" } = useParams();
  const { name } = useAgency();
  const record = useRecord<RunDetail>("/api/v1/payment-runs", id);
  if (record.isPending) return <RecordSkeleton />;
  if (!record.data)
    return (
      <ErrorPanel error={record.error} what="This run" onRetry={() => void record.refetch()} />
    );
  const run = record.data;
  const lines = run.payments.filter((p) => p.reference).toSorted(order);
  const out = lines.filter((p) => !didNotGo(p));
  return (
    <main className="mx-auto max-w-4xl p-8">
      <div className="no-print mb-6 flex flex-wrap gap-3">
        <Link className="btn" to={`${pathTo("paymentRun", { id })}?tab=files`}>
          Back to the run
        </Link>
        <button type="button" className="btn btn-primary" onClick={() => window.print()}>
          Print
        </button>
      </div>
      <p className="text-t2">{name}</p>
      <h1 className="text-28 font-semibold">
        Check register <span className="mono">{run.number}</span>
      </h1>
      <p className="text-t2">
        Paid on {formatDate(run.payOn)}
        {run.drawnOn && `, drawn on ${run.drawnOn}`}. Proposed by{" "}
        {run.proposedBy ?? "a former member"}, released by {run.releasedBy ?? "nobody yet"}.
      </p>
      <div className="overflow-x-auto" tabIndex={0} role="group" aria-label="Register">
        <table className="ledger mt-6">
          <caption className="visually-hidden">Payments by check and trace number</caption>
          <thead>
            <tr>
              <th scope="col">Check or trace</th>
              <th scope="col">Method</th>
              <th scope="col">Payment</th>
              <th scope="col">Vendor</th>
              <th scope="col">Status</th>
              <th scope="col" className="num">
                Amount, $
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((p) => (
              <tr key={p.id}>
                <td className="mono">{p.reference}</td>
                <td>{methods[p.method]}</td>
                <td className="mono">{p.number}</td>
                <td>{p.vendor}</td>
                <td>{paymentStatuses[p.status].label}</td>
                <td className="num">{formatCents(p.amount, { symbol: false })}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={5}>
                {counted(out.length, "payment")}
                {out.length < lines.length &&
                  `; ${lines.length - out.length} void or returned, not in the total`}
              </td>
              <td className="num">
                {formatCents(
                  out.reduce((n, p) => n + p.amount, 0),
                  { symbol: false },
                )}
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {run.files.some((f) => f.kind === "nacha") && (
        <p className="mono mt-6 break-all text-12 text-t3">
          Bank file SHA-256 {run.files.find((f) => f.kind === "nacha")!.sha256}
        </p>
      )}
    </main>
  );
}
