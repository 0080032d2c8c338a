import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { contractStatuses } from "../contract/contract.labels.ts";
import type { LackingContract, RequiredClause } from "./clause.model.ts";

/** The clauses that rules ask of one contract, met or missing, each with why and by which law. */
export function RequiredList({ required }: { required: readonly RequiredClause[] }) {
  if (required.length === 0) return <p className="text-t2">No rule asks for a clause.</p>;
  return (
    <ul className="checks" aria-label="Required clauses">
      {required.map((each) => (
        <li key={each.ruleKey} className={each.met ? "pass" : "warn"}>
          <span className="min-w-0">
            {each.met ? "" : "Missing: "}
            {each.title}
            <small className="block text-t3">
              {each.because} · {each.citation}
              {!each.verified && " · rule not verified yet"}
              {!each.met &&
                each.clauseId === null &&
                " · the library has no clause in force for it"}
            </small>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The check over all contracts that are not signed yet: which lack a required clause, and which. */
export function RequiredClausesCheck() {
  const found = useGet<{ items: LackingContract[] }>("contracts", "/api/v1/contract-clause-checks");
  return (
    <Panel title="Required clauses">
      {found.isError && (
        <ErrorPanel error={found.error} what="The check" onRetry={() => void found.refetch()} />
      )}
      {found.data?.items.length === 0 && (
        <p className="text-t2">No contract on its way lacks a clause that a rule asks for.</p>
      )}
      <ul className="grid gap-3">
        {found.data?.items.map((c) => (
          <li key={c.id}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link to={`${pathTo("contract", { id: c.id })}?tab=negotiation`}>
                <span className="mono">{c.number}</span> {c.title}
              </Link>
              <StatusBadge statuses={contractStatuses} status={c.status} />
            </p>
            <ul className="checks mt-1">
              {c.missing.map(({ title, citation }) => (
                <li key={title} className="warn">
                  <span className="min-w-0">
                    {title}
                    <small className="block text-t3">{citation}</small>
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
