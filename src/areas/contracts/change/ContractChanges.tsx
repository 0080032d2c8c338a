import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { clockWords, type ClockUnit } from "../claim/claim.labels.ts";
import { ClaimTable } from "../claim/ClaimTable.tsx";
import type { TermsAnswer } from "./change.model.ts";
import { ChangeTable } from "./ChangeTable.tsx";
import { GrowthStrip } from "./GrowthStrip.tsx";

const TermsDialog = dialogOnDemand(async () => (await import("./TermsDialog.tsx")).TermsDialog);

const clock = (days: number | null, unit: ClockUnit, terms: TermsAnswer) =>
  days === null ? "not set" : clockWords({ days, unit, count: terms.dayCount });

function Clocks({ terms }: { terms: TermsAnswer }) {
  return (
    <Facts>
      <Fact label="Notice after it was known">
        {clock(terms.noticeDays, terms.noticeIn, terms)}
      </Fact>
      <Fact label="To submit">{clock(terms.submitDays, terms.submitIn, terms)}</Fact>
      <Fact label="To decide">{clock(terms.decideDays, terms.decideIn, terms)}</Fact>
      <Fact label="To appeal">{clock(terms.appealDays, terms.appealIn, terms)}</Fact>
      <Fact label="Says">{terms.citation}</Fact>
      <Fact label="Published">
        {terms.published ? "yes, where the agency publishes such things" : "no"}
      </Fact>
    </Facts>
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
