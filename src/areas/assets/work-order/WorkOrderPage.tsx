import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import type { ExtraAction } from "#web/kit/record/offers.ts";
import { RecordPage, type RecordTab } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Additions } from "#areas/engagement/engagement.ui.tsx";
import { useBeginFlow } from "#areas/flows/flows.ui.tsx";
import { Sight } from "#areas/places/places.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Purchases } from "../cost/Purchases.tsx";
import { Certificates, Needs } from "../need/NeedsPanel.tsx";
import { Permits } from "../permit/Permits.tsx";
import { HoursPanel } from "../hours/HoursPanel.tsx";
import { inHours } from "../hours/hours.labels.ts";
import {
  holdReasons,
  workKinds,
  workOrderCycle,
  workOrderStatuses,
  workPriorities,
} from "./work-order.labels.ts";
import type { WorkOrderDetail, WorkTask } from "./work-order.model.ts";

const look = { statuses: workOrderStatuses, course: workOrderCycle.course };
const dialogs = {
  schedule: dialogOnDemand(async () => (await import("./WorkOrderDialogs.tsx")).ScheduleDialog),
  hold: dialogOnDemand(async () => (await import("./WorkOrderDialogs.tsx")).HoldDialog),
  complete: dialogOnDemand(async () => (await import("./WorkOrderDialogs.tsx")).CompleteDialog),
  followUp: dialogOnDemand(async () => (await import("./WorkOrderDialogs.tsx")).FollowUpDialog),
  change: dialogOnDemand(async () => (await import("./WorkOrderDialogs.tsx")).ChangeDialog),
};
type What = keyof typeof dialogs;
const own = ["schedule", "hold", "complete"] as const;

const extraOf = (
  w: WorkOrderDetail,
  create: boolean,
  open: (what: What) => void,
): ExtraAction[] => [
  ...own.flatMap((name) => {
    const action = w.actions.find((each) => each.name === name);
    return action
      ? [
          {
            label: action.label,
            onSelect: () => open(name),
            reason: action.enabled ? null : action.reason,
            ...(action.tone === "primary" ? { tone: "primary" as const } : {}),
          },
        ]
      : [];
  }),
  ...(create && (w.status === "completed" || w.status === "closed")
    ? [{ label: "Ask for a follow-up", onSelect: () => open("followUp") }]
    : []),
  ...(w.canEdit ? [{ label: "Change", onSelect: () => open("change") }] : []),
];

function Tasks({ work }: { work: WorkOrderDetail }) {
  const { timeZone } = useAgency();
  const { can } = useAuth();
  const act = useMutationAction("work-orders");
  const may = work.status === "in_progress" && can("workOrder.work");
  const tick = async (task: WorkTask) => {
    try {
      await act.mutateAsync({
        path: `/api/v1/work-orders/${work.id}/tasks/${task.id}`,
        body: { done: !task.doneAt },
      });
    } catch (error) {
      notify.failed("The task was not saved", error);
    }
  };
  if (work.tasks.length === 0) return null;
  return (
    <Panel
      title="Tasks"
      aside={`${work.tasks.filter((t) => t.doneAt).length} of ${work.tasks.length}`}
    >
      <ul className="grid gap-2">
        {work.tasks.map((task) => (
          <li key={task.id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={Boolean(task.doneAt)}
                disabled={!may}
                onChange={() => void tick(task)}
              />
              <span>
                {task.title}
                {task.mandatory && <span className="text-t2"> · mandatory</span>}
                {task.doneAt && (
                  <span className="text-12 text-t2">
                    {" "}
                    · {task.doneBy ?? "a former member"}, {formatInstant(task.doneAt, timeZone)}
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const coded = (code: string, words: string): string => [code, words].filter(Boolean).join(": ");

function WorkOrderFacts({ work: w }: { work: WorkOrderDetail }) {
  const { timeZone } = useAgency();
  const rows: [string, React.ReactNode][] = [
    ["Asset", w.assetId && <Link to={pathTo("asset", { id: w.assetId })}>{w.asset}</Link>],
    ["Place", w.place],
    ["Where exactly", w.location],
    ["Department", w.department],
    ["Kind", workKinds[w.kind]],
    ["Priority", workPriorities[w.priority]],
    ["Asked for by", w.requester],
    ["Approved by", w.approver],
    ["Led by", w.lead],
    ["Goes along", w.crew.map((each) => each.name).join(", ")],
    ["Scheduled on", w.scheduledOn && formatDate(w.scheduledOn)],
    ["Waits for", w.holdBecause && holdReasons[w.holdBecause]],
    [
      "Reported as",
      w.serviceRequest && (
        <Link to={pathTo("serviceRequest", { id: w.serviceRequest.id })}>
          {w.serviceRequest.number}
        </Link>
      ),
    ],
    [
      "Follows",
      w.follows && <Link to={pathTo("workOrder", { id: w.follows.id })}>{w.follows.number}</Link>,
    ],
    ["Estimate", w.estimateCents !== null && formatCents(w.estimateCents)],
    ["Estimated time", w.estimateMinutes !== null && inHours(w.estimateMinutes)],
    ["Locked out by", w.lockout && (w.lockoutBy || "Nobody named yet")],
    [
      "Utility locate",
      w.digs &&
        (w.locateTicket
          ? `${w.locateTicket}${w.locateUntil ? `, until ${formatDate(w.locateUntil)}` : ""}`
          : "No ticket yet"),
    ],
    ["Started", w.startedAt && formatInstant(w.startedAt, timeZone)],
    ["Completed", w.completedAt && formatInstant(w.completedAt, timeZone)],
    ["What was wrong", coded(w.problemCode, w.problem)],
    ["Why", coded(w.causeCode, w.cause)],
    ["What was done", coded(w.remedyCode, w.remedy)],
    ["Reason", w.statusReason],
  ];
  return (
    <Panel title="Work">
      {w.warrantyUntil && (
        <p className="mb-3 text-warning">
          The asset is under warranty until {formatDate(w.warrantyUntil)}: claim it before money is
          spent.
        </p>
      )}
      {w.description && <p className="mb-4 whitespace-pre-wrap">{w.description}</p>}
      <Facts rows={rows} />
    </Panel>
  );
}

function Hours({ work }: { work: WorkOrderDetail }) {
  const open = !["requested", "closed", "cancelled"].includes(work.status);
  return <HoursPanel of={{ workOrderId: work.id, assetId: work.assetId }} open={open} />;
}

const tabs: RecordTab<WorkOrderDetail>[] = [
  {
    id: "work",
    label: "Work",
    content: (w) => (
      <>
        <Sight
          id={w.id}
          name={w.title}
          about={w.location}
          latitude={w.latitude}
          longitude={w.longitude}
          photoId={w.photoId}
        />
        <Permits work={w} />
        <Tasks work={w} />
        <Certificates work={w} />
        <Needs work={w} />
        <Purchases workOrderId={w.id} />
        <Hours work={w} />
        <WorkOrderFacts work={w} />
        <Additions items={w.additions} />
      </>
    ),
  },
  {
    id: "documents",
    label: "Documents and photos",
    content: (w) => (
      <>
        <Attachments objectType="workOrder" objectId={w.id} />
        <Comments objectType="workOrder" objectId={w.id} />
      </>
    ),
  },
];

/** One work order: what is to be done, where, by whom, and what was found. */
export default function WorkOrderPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<{ what: What; work: WorkOrderDetail } | null>(null);
  const flow = useBeginFlow("workOrder");
  const Opened = open ? dialogs[open.what] : null;
  return (
    <>
      <RecordPage<WorkOrderDetail>
        path="/api/v1/work-orders"
        id={id}
        lifecycle={look}
        title={(w) => w.title}
        subtitle={(w) => w.asset ?? w.location}
        owner={(w) => w.lead}
        deadline={(w) =>
          w.dueOn && !["completed", "closed", "cancelled"].includes(w.status)
            ? { at: w.dueOn, label: "Due" }
            : null
        }
        menu={flow.menu}
        ownActions={own}
        extraActions={(w) =>
          extraOf(w, can("workOrder.create"), (what) => setOpen({ what, work: w }))
        }
        tabs={tabs}
      />
      {flow.dialog}
      {open && Opened && <Opened work={open.work} onClose={() => setOpen(null)} />}
    </>
  );
}
