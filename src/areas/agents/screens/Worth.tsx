import { Link } from "react-router";
import { formatCents } from "#kernel/money.ts";
import type { AgentRow } from "../agent/agent.model.ts";

/** What waits, and what became of what was decided in 90 days; each figure opens its rows. */
export function Worth({ agent: { id, figures } }: { agent: Pick<AgentRow, "id" | "figures"> }) {
  const { open, cents, accepted, edited, dismissed, wrong } = figures;
  const decided = accepted + edited + dismissed;
  const at = (view: string) => `/${id}-agent?tab=all&${view}`;
  const rows = [
    ["Open", String(open), at("status=open")],
    ["At stake", formatCents(cents), at("status=open")],
    ["Accepted", String(accepted), at("status=accepted")],
    ["With edits", String(edited), at("status=edited")],
    ["Dismissed", String(dismissed), at("status=dismissed")],
    [
      "Right in 90 days",
      decided === 0 ? "Nothing decided" : `${decided - wrong} of ${decided}`,
      at("status=accepted,edited,dismissed"),
    ],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {rows.map(([label, value, to]) => (
        <div key={label} className="rounded border border-hair p-3">
          <dt className="text-13 text-t2">{label}</dt>
          <dd className="text-lg font-medium">
            <Link to={to}>{value}</Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
