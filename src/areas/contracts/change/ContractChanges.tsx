import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { ClaimTable } from "../claim/ClaimTable.tsx";
import type { TermsAnswer } from "./change.model.ts";
import { ChangeTable } from "./ChangeTable.tsx";
import { GrowthStrip } from "./GrowthStrip.tsx";

const TermsDialog = dialogOnDemand(async () => (await import("./TermsDialog.tsx")).TermsDialog);

const clock = (days: number | null, terms: TermsAnswer) =>
  days === null
    ? "not set"
    : terms.dayCount === "business"
      ? counted(days, "business day")
      : counted(days, "calendar day");

function Clocks({ terms }: { terms: TermsAnswer }) {
  return (
    <dl className="facts facts-left">
      <dt>Notice after the event</dt>
      <dd>{clock(terms.noticeDays, terms)}</dd>
      <dt>To submit</dt>
      <dd>{clock(terms.submitDays, terms)}</dd>
      <dt>To decide</dt>
      <dd>{clock(terms.decideDays, terms)}</dd>
      <dt>To appeal</dt>
      <dd>{clock(terms.appealDays, terms)}</dd>
      {terms.citation && (
        <>
          <dt>Says</dt>
          <dd>{terms.citation}</dd>
        </>
      )}
      <dt>Published</dt>
      <dd>{terms.published ? "yes, where the agency publishes such things" : "no"}</dd>
    </dl>
  );
}

/** A contract's growth, its change orders and its claims. */
export function ContractChanges({ contractId }: { contractId: string }) {
  const [editing, setEditing] = useState(false);
  const terms = useGet<TermsAnswer>("contracts", `/api/v1/contracts/${contractId}/change-terms`);
  if (terms.isPending) return <RecordSkeleton />;
  if (!terms.data) return <ErrorPanel error={terms.error} what="Its changes" />;
  const { canEdit, canPropose, canClaim, growth } = terms.data;
  return (
    <>
      <Panel
        title="Growth"
        aside={
          canPropose && (
            <Link className="btn btn-small" to={pathTo("changeOrderNew", { id: contractId })}>
              Propose a change
            </Link>
          )
        }
      >
        <GrowthStrip growth={growth} />
      </Panel>
      <ChangeTable contractId={contractId} />
      <Panel
        title="Claims"
        aside={
          <span className="flex flex-wrap gap-2">
            {canEdit && (
              <button type="button" className="btn btn-small" onClick={() => setEditing(true)}>
                Clocks and publication
              </button>
            )}
            {canClaim && (
              <Link className="btn btn-small" to={pathTo("claimNew", { id: contractId })}>
                Enter a notice
              </Link>
            )}
          </span>
        }
      >
        <Clocks terms={terms.data} />
      </Panel>
      <ClaimTable contractId={contractId} />
      {editing && (
        <TermsDialog contractId={contractId} terms={terms.data} onClose={() => setEditing(false)} />
      )}
    </>
  );
}
