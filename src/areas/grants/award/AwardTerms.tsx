import { useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Panel } from "#web/kit/states.tsx";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { termKinds } from "./award.labels.ts";
import type { AwardDetail, Term } from "./award.model.ts";

const TermDialog = dialogOnDemand(async () => (await import("./TermDialogs.tsx")).TermDialog);
const ApprovalDialog = dialogOnDemand(
  async () => (await import("./TermDialogs.tsx")).ApprovalDialog,
);
const OverrideDialog = dialogOnDemand(
  async () => (await import("./TermDialogs.tsx")).OverrideDialog,
);

const titleOf = (t: Term) =>
  [
    termKinds[t.kind],
    t.objectClass && objectClasses[t.objectClass],
    t.cents !== null && formatCents(t.cents),
  ]
    .filter(Boolean)
    .join(", ");

/** The terms of an award: each stops what it forbids before it is bought. */
export function AwardTerms({ award: w }: { award: AwardDetail }) {
  const { can } = useAuth();
  const [adding, setAdding] = useState(false);
  const [approving, setApproving] = useState<Term | null>(null);
  const [passing, setPassing] = useState(false);
  return (
    <>
      <Panel title="Terms">
        {w.terms.length === 0 && <p className="text-t2">None entered. The period always holds.</p>}
        <ul className="stack">
          {w.terms.map((t) => (
            <li key={t.id}>
              <p className="font-medium">{titleOf(t)}</p>
              <p>{t.words}</p>
              <p className="text-12 text-t3">
                {t.document}
                {t.page && `, page ${t.page}`}
                {t.approvedOn && ` · approved ${formatDate(t.approvedOn)}: ${t.approval}`}
              </p>
              {!t.approvedOn &&
                (t.kind === "equipment" || t.kind === "subaward") &&
                can("grant.edit") && (
                  <button type="button" className="btn mt-2" onClick={() => setApproving(t)}>
                    Record the approval
                  </button>
                )}
            </li>
          ))}
        </ul>
        {can("grant.edit") && (
          <button type="button" className="btn mt-3" onClick={() => setAdding(true)}>
            Add a term
          </button>
        )}
      </Panel>
      <Panel title="Let pass">
        {w.overrides.length === 0 && <p className="text-t2">Nobody let a term be passed over.</p>}
        <ul className="stack">
          {w.overrides.map((o) => (
            <li key={o.id}>
              <p>
                {o.requester} may charge {formatCents(o.most)} to{" "}
                <span className="mono">{o.account}</span> until {formatDate(o.expiresOn)}:{" "}
                {o.reason}
              </p>
              <p className="text-12 text-t3">By {o.grantedBy}</p>
            </li>
          ))}
        </ul>
        {can("grant.override") && w.accounts.length > 0 && (
          <button type="button" className="btn mt-3" onClick={() => setPassing(true)}>
            Let a purchase pass
          </button>
        )}
      </Panel>
      {adding && <TermDialog awardId={w.id} onClose={() => setAdding(false)} />}
      {approving && <ApprovalDialog termId={approving.id} onClose={() => setApproving(null)} />}
      {passing && <OverrideDialog award={w} onClose={() => setPassing(false)} />}
    </>
  );
}
