import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { Held } from "#web/kit/Held.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ReorderAdvice as Advice } from "./advice.model.ts";

const issues: readonly LinePart<Advice["issues"][number]>[] = [
  {
    label: "Movement",
    as: "title",
    cell: ({ id, number }) => <Link to={pathTo("stockMovement", { id })}>{number}</Link>,
  },
  { label: "Moved on", words: true, cell: ({ movedOn }) => formatDate(movedOn) },
  {
    label: "For",
    words: true,
    cell: ({ consumer, consumerType }) =>
      `${consumer ?? ""}${consumerType === "incident" ? " (not counted)" : ""}`,
  },
  { label: "Used", as: "amount", cell: ({ quantity }) => shownDecimal(quantity) },
];

const leads: readonly LinePart<Advice["leads"][number]>[] = [
  {
    label: "Order",
    as: "title",
    cell: ({ orderId, order }) => <Link to={pathTo("order", { id: orderId })}>{order}</Link>,
  },
  { label: "Vendor", words: true, cell: ({ vendor }) => vendor },
  { label: "Went out", words: true, cell: ({ sentOn }) => formatDate(sentOn) },
  {
    label: "Received",
    words: true,
    cell: ({ receipt, receivedOn }) => `${formatDate(receivedOn)}, ${receipt}`,
  },
  { label: "Days", as: "amount", cell: ({ days }) => days },
];

const saidOf = (a: Advice): string =>
  a.tooFew ??
  `Reorder at ${shownDecimal(a.point!)} ${a.unit}, up to ${shownDecimal(a.upTo!)}: ${shownDecimal(a.used.quantity)} were used in ${counted(a.used.over, "day")}, and the slowest of the last orders took ${counted(a.leadDays!, "day")}.`;

function Rows({ of }: { of: Advice }) {
  return (
    <details>
      <summary>What it is worked out of</summary>
      <div className="mt-3 grid gap-4">
        {of.issues.length > 0 && (
          <LineTable label="What was used" parts={issues} lines={of.issues} keyOf={(l) => l.id} />
        )}
        {of.leads.length > 0 && (
          <LineTable label="What orders took" parts={leads} lines={of.leads} keyOf={(l) => l.id} />
        )}
        <p className="text-13 text-t3">
          A year at most; what incidents took is not counted. The point is the use of a day times
          the days that the slowest order took; up to thirty days of use above it.
        </p>
      </div>
    </details>
  );
}

/** The reorder point that use and real lead times propose, and what it is worked out of. */
export function ReorderAdvice({ itemId }: { itemId: string }) {
  const path = `/api/v1/stock-items/${itemId}/reorder-advice`;
  const { data, error } = useGet<Advice>("stock-items", path);
  const act = useMutationAction("stock-items");
  if (error) return <ErrorPanel error={error} what="The reorder point" />;
  if (!data) return null;
  const { point, upTo, version } = data;
  const stands = point === data.reorderPoint && upTo === data.orderUpTo;
  const take = () =>
    act.mutate(
      { path, body: { point, upTo }, version },
      {
        onSuccess: () => notify.done("Saved", `Reordered at ${point} ${data.unit}`),
        onError: (refused) => notify.failed("Not saved", refused),
      },
    );
  return (
    <Panel title="Reorder point by use">
      <div className="grid gap-3">
        <p className={point === null ? "text-t2" : ""}>
          {saidOf(data)}
          {point !== null && stands && " It stands so already."}
        </p>
        {point !== null && !stands && (
          <Held permission="stock.edit" what="Use these">
            <button
              type="button"
              className="btn justify-self-start"
              disabled={act.isPending}
              onClick={take}
            >
              Use these
            </button>
          </Held>
        )}
        {data.issues.length + data.leads.length > 0 && <Rows of={data} />}
      </div>
    </Panel>
  );
}
