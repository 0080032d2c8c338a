import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet, useList, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { hourPay, hourStatuses, inHours } from "./hours.labels.ts";
import type { HourCost, HourRow } from "./hours.model.ts";

const HourDialog = dialogOnDemand(async () => (await import("./HourDialog.tsx")).HourDialog);

function Cost({ cost: c }: { cost: HourCost }) {
  return (
    <p className="text-t2">
      {inHours(c.minutes)} of people
      {c.equipmentMinutes > 0 && `, ${inHours(c.equipmentMinutes)} of equipment`}
      {c.waiting > 0 && ` · ${c.waiting} to approve`}
      {c.cents !== null && (
        <>
          {" "}
          · <strong className="text-t1">{formatCents(c.cents)}</strong>
          {c.unrated > 0 && `, without ${c.unrated} that have no rate on their day`}
        </>
      )}
    </p>
  );
}

function useHourSteps() {
  const act = useMutationAction("work-hours", "work-orders");
  return async (row: HourRow, action: "approve" | "withdraw") => {
    try {
      await act.mutateAsync({
        path: `/api/v1/work-hours/${row.id}/actions/${action}`,
        version: row.version,
      });
      notify.done(action === "approve" ? "Approved" : "Withdrawn", row.person ?? row.unit ?? "");
    } catch (error) {
      notify.failed("The hours were not changed", error);
    }
  };
}

/** What may be done with hours, as buttons. */
export function HourButtons({ row, onCorrect }: { row: HourRow; onCorrect: () => void }) {
  const { can, user } = useAuth();
  const step = useHourSteps();
  const mine = row.personId === user?.id || can("workOrder.plan");
  const name = row.person ?? row.unit ?? "";
  return (
    <span className="flex flex-wrap gap-2">
      {row.status === "entered" && can("hours.approve") && row.personId !== user?.id && (
        <button type="button" className="btn btn-small" onClick={() => void step(row, "approve")}>
          Approve<span className="visually-hidden">: hours of {name}</span>
        </button>
      )}
      {row.status === "entered" && mine && can("hours.enter") && (
        <button
          type="button"
          className="btn btn-small btn-quiet"
          onClick={() => void step(row, "withdraw")}
        >
          Withdraw<span className="visually-hidden">: hours of {name}</span>
        </button>
      )}
      {row.status === "approved" && mine && can("hours.enter") && (
        <button type="button" className="btn btn-small btn-quiet" onClick={onCorrect}>
          Correct<span className="visually-hidden">: hours of {name}</span>
        </button>
      )}
    </span>
  );
}

function Line({ row, onCorrect }: { row: HourRow; onCorrect: () => void }) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-1 border-b border-hair pb-3 last:border-0">
      <span className="flex flex-wrap items-center gap-2">
        <strong>{row.unit ?? row.person}</strong>
        <span className="tabular-nums">{inHours(row.minutes)}</span>
        {row.pay !== "regular" && <span className="badge">{hourPay[row.pay]}</span>}
        <StatusBadge statuses={hourStatuses} status={row.status} />
      </span>
      <span className="text-13 text-t2">
        {formatInstant(row.fromAt, timeZone)} to {formatInstant(row.toAt, timeZone)}
        {[
          row.laborClass,
          row.unit && row.person && `operated by ${row.person}`,
          row.standbyMinutes > 0 && `${inHours(row.standbyMinutes)} standby`,
          row.activity,
          row.incident,
          row.approvedBy && `approved by ${row.approvedBy}`,
          row.correctionReason && `corrected: ${row.correctionReason}`,
        ]
          .filter(Boolean)
          .map((text) => ` · ${text}`)}
      </span>
      <HourButtons row={row} onCorrect={onCorrect} />
    </li>
  );
}

type Subject = { workOrderId: string; assetId: string | null } | { incidentId: string };

function CostOf({ workOrderId }: { workOrderId: string }) {
  const cost = useGet<HourCost>("work-hours", `/api/v1/work-orders/${workOrderId}/hours-cost`);
  return cost.data ? <Cost cost={cost.data} /> : null;
}

/**
 * Hours of a work order or an incident: who worked when, what it came to, and a way to enter more.
 * For an incident it is its check-in and activity log.
 */
export function HoursPanel({ of, open }: { of: Subject; open: boolean }) {
  const { can } = useAuth();
  const [dialog, setDialog] = useState<"new" | HourRow | null>(null);
  const whose =
    "incidentId" in of ? `incidentId=${of.incidentId}` : `workOrderId=${of.workOrderId}`;
  const list = useList<HourRow>("/api/v1/work-hours", `${whose}&status=entered,approved&limit=100`);
  if (list.isError)
    return <ErrorPanel error={list.error} what="The hours" onRetry={() => void list.refetch()} />;
  if (list.isPending) return <RecordSkeleton />;
  return (
    <Panel title={"incidentId" in of ? "Check-in and activity (ICS 211 and 214)" : "Hours"}>
      <div className="grid gap-4">
        {"workOrderId" in of && can("hours.all") && <CostOf workOrderId={of.workOrderId} />}
        {list.data.items.length === 0 && (
          <p className="text-t2">
            {can("hours.all") ? "Nobody has entered hours yet." : "You have entered no hours here."}
          </p>
        )}
        <ul className="grid gap-3">
          {list.data.items.map((row) => (
            <Line key={row.id} row={row} onCorrect={() => setDialog(row)} />
          ))}
        </ul>
        {open && can("hours.enter") && (
          <button
            type="button"
            className="btn min-h-11 justify-self-start max-md:w-full"
            onClick={() => setDialog("new")}
          >
            Enter hours
          </button>
        )}
      </div>
      {dialog && (
        <HourDialog
          of={of}
          {...(dialog === "new" ? {} : { corrects: dialog })}
          onClose={() => setDialog(null)}
        />
      )}
    </Panel>
  );
}
