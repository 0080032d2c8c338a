import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { cardStatuses, cardViews } from "../card/card.labels.ts";
import type { CardRow } from "../card/card.model.ts";

const CardDialog = dialogOnDemand(async () => (await import("./CardDialog.tsx")).CardDialog);

const columns: readonly Column<CardRow>[] = [
  { id: "number", label: "Card", kind: "plate", value: (row) => row.number },
  { id: "holderName", label: "Holder", kind: "text", value: (row) => row.holderName, title: true },
  { id: "lastFour", label: "Ends in", kind: "text", value: (row) => row.lastFour },
  { id: "approverName", label: "Approver", kind: "text", value: (row) => row.approverName },
  { id: "perPurchase", label: "A purchase", kind: "money", value: (row) => row.perPurchase },
  {
    ...{ id: "perCycle", label: "A cycle", kind: "money" },
    value: (row) => row.perCycle,
    main: () => true,
  },
  { id: "openLines", label: "Lines to do", kind: "number", value: (row) => row.openLines },
  { id: "findings", label: "Findings", kind: "number", value: (row) => row.findings },
  { id: "endsOn", label: "Ends on", kind: "day", value: (row) => row.endsOn },
  {
    ...{ id: "status", label: "Status", kind: "status", statuses: cardStatuses },
    value: (row) => row.status,
  },
];
const filters: readonly Filter[] = [
  { id: "status", label: "Status", kind: "set", pinned: true, options: options(cardStatuses) },
  { id: "endsOn", label: "Ends on", kind: "day" },
];

/** The agency's purchase cards: who holds which, up to how much. */
export default function CardsPage() {
  const navigate = useNavigate();
  const { me } = useAuth();
  const [entering, setEntering] = useState(false);
  const own = { id: me?.person.id ?? "", name: me?.person.displayName ?? "" };
  return (
    <>
      <DataTable<CardRow>
        name="purchase-cards"
        title="Purchase cards"
        path="/api/v1/purchase-cards"
        columns={columns}
        filters={filters}
        views={cardViews}
        defaultSort="holderName"
        rowHref={(row) => pathTo("purchaseCard", { id: row.id })}
        actions={
          <Held permission="cards.administer" what="New card">
            <button type="button" className="btn btn-primary" onClick={() => setEntering(true)}>
              New card
            </button>
          </Held>
        }
        empty={{
          title: "No card yet",
          text: "A card is entered by its last four digits, with its limits and three people.",
        }}
      />
      {entering && (
        <CardDialog
          card={null}
          me={own}
          onClose={() => setEntering(false)}
          onDone={({ id }) => void navigate(pathTo("purchaseCard", { id }))}
        />
      )}
    </>
  );
}
