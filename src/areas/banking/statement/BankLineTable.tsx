import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { lineDirections } from "./statement.labels.ts";
import type { BankLine } from "./statement.model.ts";

const columns: readonly Column<BankLine>[] = [
  { id: "onDay", label: "Day", kind: "day", value: (l) => l.onDay },
  { id: "text", label: "Text", kind: "text", value: (l) => l.text || "—" },
  {
    id: "customerReference",
    label: "Check or reference",
    kind: "text",
    value: (l) => l.customerReference || "—",
  },
  { id: "bankReference", label: "Bank's reference", kind: "text", value: (l) => l.bankReference },
  { id: "account", label: "Account", kind: "text", value: (l) => l.account },
  { id: "cents", label: "Amount", kind: "money", value: (l) => l.cents, total: true },
];
const filters: readonly Filter[] = [
  {
    id: "direction",
    label: "Direction",
    kind: "set",
    pinned: true,
    options: options(lineDirections),
  },
  { id: "onDay", label: "Day", kind: "day" },
  { id: "cents", label: "Amount", kind: "money" },
  { id: "open", label: "Not matched", kind: "flag", pinned: true },
  { id: "alarm", label: "Must not have been paid so", kind: "flag" },
];

/** Lines of all statements that stand, or of one statement. */
export function BankLineTable({ statementId }: { statementId?: string }) {
  return (
    <DataTable<BankLine>
      name="bank-lines"
      title={statementId ? "Lines" : "Bank lines"}
      path="/api/v1/bank-lines"
      {...(statementId
        ? { embedded: true, fixed: `statementId=${statementId}` }
        : {
            actions: (
              <Link className="btn btn-primary" to={`${pathTo("payments")}?tab=bank`}>
                Match them
              </Link>
            ),
          })}
      columns={columns}
      filters={filters}
      defaultSort="-onDay"
      rowHref={(l) => pathTo("bankStatement", { id: l.statementId })}
      empty={{
        title: "No lines",
        text: "They come with the bank's statements, under Payments, Bank.",
      }}
    />
  );
}
