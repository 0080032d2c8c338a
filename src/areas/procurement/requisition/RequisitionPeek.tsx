import { CircleCheck, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { DeadlineClock } from "#web/kit/DeadlineClock.tsx";
import { useRecord } from "#web/kit/queries.ts";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { ErrorPanel } from "#web/kit/states.tsx";
import { BudgetEffect } from "#areas/budget/budget.ui.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { methods } from "../method/method.labels.ts";
import { requisitionStatuses } from "./requisition.labels.ts";
import type { RequisitionDetail } from "./requisition.model.ts";

/** A requisition beside its list. */
export function RequisitionPeek({ id }: { id: string }) {
  const { data, error } = useRecord<RequisitionDetail>("/api/v1/requisitions", id);
  if (error) return <ErrorPanel error={error} what="This requisition" />;
  if (!data)
    return (
      <div role="status" aria-label="Loading the requisition" className="grid grid-cols-1 gap-3">
        <div className="skeleton h-6" />
        <div className="skeleton h-40" />
      </div>
    );
  const ended = requisitionStatuses[data.status].terminal ?? false;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-1 gap-2">
        <div className="flex flex-wrap gap-2">
          <StatusBadge statuses={requisitionStatuses} status={data.status} />
          {data.emergency && <Badge tone="emergency" label="Emergency" />}
        </div>
        <h2 className="text-18 font-semibold">{data.title}</h2>
        <p className="text-t2">
          {data.department} · {data.requester ?? "former member"}
        </p>
      </div>
      <p className="flex items-baseline justify-between">
        <b className="text-22 font-semibold">{formatCents(data.amount)}</b>
        <DeadlineClock deadline={data.neededOn} short done={ended} />
      </p>
      <Facts>
        <Fact label="Requested">{formatDate(data.requestedOn)}</Fact>
        <Fact label="Needed">{formatDate(data.neededOn)}</Fact>
        <Fact label="Vendor">{data.vendor}</Fact>
        <Fact label="Method">
          {data.method
            ? methods[data.method]
            : data.advice
              ? `${methods[data.advice.method]} suggested`
              : "—"}
        </Fact>
      </Facts>
      <ul className="grid grid-cols-1">
        {data.lines.slice(0, 6).map((line) => (
          <li key={line.id} className="flex justify-between gap-3 border-b border-hair py-1.5">
            <span className="min-w-0 truncate">{line.description}</span>
            <span className="num">{formatCents(line.amount, { symbol: false })}</span>
          </li>
        ))}
        {data.lines.length > 6 && (
          <li className="py-1.5 text-t3">{counted(data.lines.length - 6, "more line")}</li>
        )}
      </ul>
      <BudgetEffect rows={data.budget} />
      <ul className="checks">
        {data.lookback.count > 0 && (
          <li className={data.splitWarning ? "warn" : "pass"}>
            {data.splitWarning ? (
              <TriangleAlert aria-hidden="true" />
            ) : (
              <CircleCheck aria-hidden="true" />
            )}
            <span>
              {counted(data.lookback.count, "like purchase")} nearby
              <small>{formatCents(data.aggregateAmount || data.amount)} together</small>
            </span>
          </li>
        )}
      </ul>
      <Link className="btn btn-primary" to={pathTo("requisition", { id })}>
        Open
      </Link>
    </div>
  );
}
