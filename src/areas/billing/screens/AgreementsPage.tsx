import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { agreementStatuses, agreementViews } from "../agreement/agreement.labels.ts";
import type { AgreementRow } from "../agreement/agreement.model.ts";
import { priceWords } from "./words.ts";

const columns: readonly Column<AgreementRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "customer", label: "Agency", kind: "text", value: (row) => row.customer, title: true },
  { id: "plan", label: "Plan", kind: "text", value: (row) => row.plan },
  {
    id: "price",
    label: "Price",
    kind: "text",
    value: (row) => priceWords(row.price, row.billed),
  },
  { id: "startsOn", label: "From", kind: "day", value: (row) => row.startsOn },
  { id: "endsOn", label: "Until", kind: "day", value: (row) => row.endsOn },
  { id: "noticeBefore", label: "Notice until", kind: "day", value: (row) => row.noticeBefore },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: agreementStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(agreementStatuses) },
  { id: "endsOn", label: "Until", kind: "day" },
  { id: "notice", label: "Notice day within 90 days", kind: "flag" },
];

/** All agreements with agencies. */
export default function AgreementsPage() {
  return (
    <DataTable<AgreementRow>
      name="hosting-agreements"
      title="Agreements with agencies"
      path="/api/v1/hosting-agreements"
      columns={columns}
      filters={filters}
      views={agreementViews}
      defaultSort="endsOn"
      rowHref={(row) => pathTo("hostingAgreement", { id: row.id })}
      create={{
        label: "New agreement",
        to: pathTo("hostingAgreementNew"),
        permission: "platform.edit",
      }}
      empty={{
        title: "No agreement yet",
        text: "An agreement says plan, discount, term, notice, purchase order and days to pay of an agency.",
      }}
      exportable
    />
  );
}
