import { useState } from "react";
import { pathTo } from "#areas.ts";
import { deliveryStatuses } from "#kernel/delivery-states.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { TextDialog } from "#web/kit/TextDialog.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { DeliveryRow, ManyDone } from "./delivery.model.ts";
import { destinationKinds, receiverWords } from "./destination.labels.ts";

const path = "/api/v1/form-deliveries";
const DeliveryDialog = dialogOnDemand(
  async () => (await import("./DeliveryDialog.tsx")).DeliveryDialog,
);

function Tries({ id, attempts, number }: Pick<DeliveryRow, "id" | "attempts" | "number">) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-small"
        aria-label={`${attempts} tries of ${number}`}
        onClick={() => setOpen(true)}
      >
        {attempts}
      </button>
      {open && <DeliveryDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

const columns: readonly Column<DeliveryRow>[] = [
  { id: "number", label: "Submission", kind: "plate", value: (d) => d.number },
  { id: "form", label: "Form", kind: "text", value: (d) => d.form },
  {
    id: "kind",
    label: "Delivery method",
    kind: "text",
    leads: true,
    value: (d) => destinationKinds[d.kind],
  },
  { id: "sentTo", label: "To", kind: "text", value: (d) => receiverWords(d.sentTo) },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (d) => d.status,
    statuses: deliveryStatuses,
  },
  {
    id: "attempts",
    label: "Tries",
    kind: "number",
    value: (d) => d.attempts,
    cell: (d) => <Tries {...d} />,
  },
  { id: "reason", label: "Response", kind: "text", value: (d) => d.reason },
  { id: "createdAt", label: "Queued", kind: "instant", sortable: true, value: (d) => d.createdAt },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(deliveryStatuses),
  },
  {
    id: "kind",
    label: "Delivery method",
    kind: "set",
    pinned: true,
    options: options(destinationKinds),
  },
  { id: "createdAt", label: "Queued", kind: "day" },
];

type Ids = { ids: readonly string[]; clear: () => void };

const tell = ({ done, refused }: ManyDone, what: string) => {
  if (done > 0) notify.done(`${counted(done, "delivery", "deliveries")} ${what}`);
  if (refused[0])
    notify.failed(
      `${counted(refused.length, "delivery", "deliveries")} stayed as before`,
      new Error(refused[0].reason),
    );
};

const useSteps = () => {
  const move = useMutationAction<ManyDone>("form-deliveries", "form-submissions");
  const print = useMutationAction<{ count: number }>("form-deliveries", "form-submissions");
  const run = ({ ids, clear }: Ids, action: string, what: string, more: object = {}) =>
    move.mutate(
      { path: `${path}/actions/${action}`, body: { ids, ...more } },
      {
        onSuccess: (answer) => tell(answer, what),
        onError: (error) => notify.failed("Nothing was changed", error),
        onSettled: clear,
      },
    );
  return {
    again: (chosen: Ids) => run(chosen, "again", "sent again"),
    cancel: (chosen: Ids, reason: string) => run(chosen, "cancel", "cancelled", { reason }),
    print: ({ ids, clear }: Ids) =>
      print.mutate(
        { path: `${path}/actions/print`, body: { ids } },
        {
          onSuccess: ({ count }) =>
            notify.done(`${count} being printed`, "The PDF opens from the tray of jobs."),
          onError: (error) => notify.failed("Nothing is printed", error),
          onSettled: clear,
        },
      ),
  };
};

/** Approved submissions on their way, all of them or those of one submission (`submissionId`). */
export function Deliveries({ submissionId }: { submissionId?: string }) {
  const step = useSteps();
  const [cancelling, setCancelling] = useState<Ids | null>(null);
  const batch: readonly BatchAction[] = [
    { label: "Send again", idsOnly: true, run: ({ ids }, clear) => step.again({ ids, clear }) },
    {
      label: "Print as one PDF",
      idsOnly: true,
      run: ({ ids }, clear) => step.print({ ids, clear }),
    },
    {
      label: "Cancel",
      tone: "danger",
      idsOnly: true,
      run: ({ ids }, clear) => setCancelling({ ids, clear }),
    },
  ];
  return (
    <>
      <DataTable<DeliveryRow>
        name="form-deliveries"
        title="Deliveries"
        path={path}
        columns={columns}
        filters={filters}
        defaultSort="-createdAt"
        embedded
        batch={batch}
        {...(submissionId
          ? { fixed: `submission=${submissionId}` }
          : { rowHref: (d: DeliveryRow) => pathTo("formSubmission", { id: d.submissionId }) })}
        empty={{
          title: "Nothing was delivered yet",
          text: "Where approved submissions go stands in their form, under Destinations.",
        }}
      />
      {cancelling && (
        <TextDialog
          title={`Stop ${counted(cancelling.ids.length, "delivery", "deliveries")}?`}
          hint="What has gone out already stays delivered."
          label="Why"
          confirm="Stop"
          onClose={() => setCancelling(null)}
          onConfirm={(reason) => {
            step.cancel(cancelling, reason);
            setCancelling(null);
          }}
        />
      )}
    </>
  );
}
