import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Money } from "./award.model.ts";

const money = (cents: number) => formatCents(cents, { symbol: false });
const parts: readonly LinePart<Money>[] = [
  {
    label: "Declaration",
    as: "title",
    cell: (m) => (
      <>
        <Link className="underline" to={pathTo("paDeclaration", { id: m.id })}>
          {m.number}
        </Link>{" "}
        {m.title}
      </>
    ),
  },
  { label: "Claimed, $", cell: (m) => money(m.claimed) },
  { label: "Federal, $", cell: (m) => money(m.federal) },
  { label: "Not claimed, $", cell: (m) => money(m.waiting) },
  { label: "Excluded, $", cell: (m) => money(m.excluded) },
  { label: "Eligible, $", as: "amount", cell: (m) => money(m.eligible) },
];

function Costs() {
  const found = useGet<{ items: Money[] }>("pa-items", "/api/v1/pa-money");
  if (!found.data?.items.length) return null;
  return (
    <Panel title="Cost by declaration">
      <LineTable
        label="Cost by declaration"
        parts={parts}
        lines={found.data.items}
        keyOf={(m) => m.id}
      />
    </Panel>
  );
}

/** What each federal declaration cost, claimed or not; for whoever may see it. */
export function DisasterMoney() {
  const { can } = useAuth();
  return can("recovery.read") ? <Costs /> : null;
}
