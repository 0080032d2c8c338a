import { useState } from "react";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { TextArea } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { matchKinds, matchStates } from "./match.labels.ts";
import type { BankMatch } from "./matching.model.ts";

const filters: readonly Filter[] = [
  { id: "state", label: "State", kind: "set", pinned: true, options: options(matchStates) },
  { id: "kind", label: "Kind", kind: "set", options: options(matchKinds) },
  { id: "onDay", label: "Day", kind: "day" },
];

const columnsOf = (onBack: ((match: BankMatch) => void) | null): readonly Column<BankMatch>[] => [
  { id: "text", label: "Text", kind: "text", value: (m) => m.text || "—" },
  { id: "kind", label: "Kind", kind: "text", value: (m) => matchKinds[m.kind] },
  { id: "number", label: "Matched with", kind: "plate", value: (m) => m.number ?? "—" },
  { id: "cents", label: "Amount", kind: "money", value: (m) => m.cents },
  { id: "reason", label: "Reason", kind: "text", value: (m) => m.takenBackReason ?? m.reason },
  {
    id: "state",
    label: "State",
    kind: "status",
    value: (m) => m.state,
    statuses: matchStates,
    ...(onBack && {
      cell: (m: BankMatch) =>
        m.state === "stands" ? (
          <button type="button" className="btn" onClick={() => onBack(m)}>
            Take back
          </button>
        ) : (
          "Taken back"
        ),
    }),
  },
];

/** What the lines of a statement were matched with; each goes back alone. */
export function MatchTable({ statementId }: { statementId: string }) {
  const { can } = useAuth();
  const [back, setBack] = useState<BankMatch | null>(null);
  return (
    <>
      <DataTable<BankMatch>
        name="bank-matches"
        title="Matches"
        embedded
        fixed={`statementId=${statementId}`}
        path="/api/v1/bank-matches"
        columns={columnsOf(can("bank.match") ? setBack : null)}
        filters={filters}
        defaultSort="-matchedAt"
        rowHref={(m) =>
          m.paymentId
            ? pathTo("payment", { id: m.paymentId })
            : m.journalId
              ? pathTo("journal", { id: m.journalId })
              : pathTo("bankStatement", { id: m.statementId })
        }
        empty={{ title: "No matches yet", text: "Lines are matched under Payments, Bank." }}
      />
      {back && (
        <PostDialog
          title="Take the match back"
          description="What of the line it covers is open again, and a payment that it cleared is out again. Every other match stays."
          path={`/api/v1/bank-matches/${back.id}/actions/take-back`}
          submit="Take it back"
          values={{ reason: "" }}
          nouns={["bank-matches", "bank-matching", "bank-standing", "payments"]}
          onClose={() => setBack(null)}
        >
          <TextArea name="reason" label="Why" maxLength={500} required />
        </PostDialog>
      )}
    </>
  );
}
