import { useMemo } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useMutationAction } from "#web/kit/queries.ts";
import { DataTable, type BatchAction } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { notify } from "#web/kit/Toasts.tsx";
import { lineStatuses } from "../line/line.labels.ts";
import type { ApprovedMany, LineRow } from "../line/line.model.ts";

const lacksOf = ({ receiptMissing, alarms }: LineRow): string | null =>
  [alarms > 0 ? "Alarm" : "", receiptMissing ? "Receipt" : ""].filter(Boolean).join(", ") || null;

export const lineColumns: readonly Column<LineRow>[] = [
  { id: "merchant", label: "Merchant", kind: "text", value: (row) => row.merchant, title: true },
  { id: "holderName", label: "Holder", kind: "text", value: (row) => row.holderName },
  { id: "lastFour", label: "Card", kind: "text", value: (row) => row.lastFour },
  { id: "purpose", label: "Bought for", kind: "text", value: (row) => row.purpose || null },
  { id: "receiptMissing", label: "Lacks", kind: "text", value: lacksOf },
  { id: "postedOn", label: "Posted", kind: "day", value: (row) => row.postedOn },
  {
    ...{ id: "cents", label: "Amount", kind: "money", total: true },
    value: (row) => row.cents,
    main: () => true,
  },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: lineStatuses },
    value: (row) => row.status,
  },
];
export const lineFilters: readonly Filter[] = [
  { id: "todo", label: "To do", kind: "flag", pinned: true },
  { id: "receiptMissing", label: "Without receipt", kind: "flag", pinned: true },
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(lineStatuses) },
  { id: "postedOn", label: "Posted", kind: "day" },
  { id: "purchasedOn", label: "Purchased", kind: "day" },
  { id: "cents", label: "Amount", kind: "money" },
  {
    id: "cardId",
    label: "Card",
    kind: "set",
    options: [],
    seek: {
      path: "/api/v1/purchase-cards",
      values: "id",
      option: (card: { id: string; lastFour: string; holderName: string }) => ({
        value: card.id,
        label: `${card.lastFour} ${card.holderName}`,
      }),
    },
  },
];

/** What an approver does with many lines at once. */
export const useLineBatch = (): readonly BatchAction[] => {
  const { mutateAsync } = useMutationAction<ApprovedMany>("card-lines", "card-standing", "tasks");
  return useMemo<readonly BatchAction[]>(
    () => [
      {
        label: "Approve",
        tone: "primary",
        idsOnly: true,
        run: async ({ ids }, done) => {
          const path = "/api/v1/card-lines/actions/approve";
          const said = await mutateAsync({ path, body: { ids } });
          const [first] = said.refused;
          if (first) notify.info(`${first.number} is not approved`, first.reason);
          if (said.done > 0) notify.done("Approved", counted(said.done, "line"));
          done();
        },
      },
    ],
    [mutateAsync],
  );
};

/** Lines of cards within another screen. */
export function LinesTable({ fixed, sort = "-postedOn" }: { fixed?: string; sort?: string }) {
  const batch = useLineBatch();
  return (
    <DataTable<LineRow>
      name="card-lines"
      title="Lines"
      path="/api/v1/card-lines"
      columns={lineColumns}
      filters={lineFilters}
      {...(fixed ? { fixed } : {})}
      defaultSort={sort}
      pageSize={10}
      batch={batch}
      rowHref={(row) => pathTo("cardLine", { id: row.id })}
      exportable
      embedded
      empty={{
        title: "No line here",
        text: "Lines come in by the bank's file, each once by its reference.",
      }}
    />
  );
}
