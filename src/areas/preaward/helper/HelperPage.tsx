import { AgentDirectory } from "#areas/agents/agents.ui.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useGet, useList } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { lookedAt } from "../application/application.labels.ts";
import { Findings } from "../application/Findings.tsx";
import type { ApplicationRecord, ApplicationRow } from "../application/application.model.ts";
import type { OpportunityRow } from "../opportunity/opportunity.model.ts";

function Eligibility() {
  const open = useList<OpportunityRow>("/api/v1/grant-opportunities", "open=true&limit=25");
  if (open.isPending) return <RecordSkeleton />;
  if (!open.data) return <ErrorPanel error={open.error} what="The opportunities" />;
  return (
    <Panel title="May we apply?">
      <p className="text-t2">
        By the applicant type that the agency entered and the types that each announcement names.
        Source: SF-424, item 9, and the announcement at Grants.gov.
      </p>
      <ul className="stack">
        {open.data.items.map((one) => (
          <li key={one.id}>
            <Link className="underline" to={pathTo("grantOpportunity", { id: one.id })}>
              {one.number}
            </Link>{" "}
            {one.title}:{" "}
            <b>
              {one.eligible === null
                ? "the announcement's text says it"
                : one.eligible
                  ? "yes"
                  : "no"}
            </b>
          </li>
        ))}
      </ul>
      {open.data.items.length === 0 && <p>No opportunity is open.</p>}
    </Panel>
  );
}

function Contradictions({ id }: { id: string }) {
  const of = useGet<ApplicationRecord>("grant-applications", `/api/v1/grant-applications/${id}`);
  if (of.isPending) return <RecordSkeleton />;
  if (!of.data) return <ErrorPanel error={of.error} what="The application" />;
  const { findings, unchecked, sections, number } = of.data;
  return (
    <>
      <Panel title={`Required sections of ${number}`}>
        <ul className="stack">
          {sections
            .filter(({ required }) => required)
            .map((one) => (
              <li key={one.id}>
                <b>{one.title}</b>: {one.words > 0 ? `${one.words} words` : "not written"}.{" "}
                <span className="text-t3">{one.asks}</span>
              </li>
            ))}
        </ul>
      </Panel>
      <Panel title={`Contradictions and gaps of ${number}`}>
        <Findings items={findings} looked={lookedAt} unchecked={unchecked} />
      </Panel>
    </>
  );
}

/** /ai-hub: helpers for grants that work by rules, without a model, and every agent. */
export default function HelperPage() {
  const [chosen, setChosen] = useState("");
  const applications = useList<ApplicationRow>(
    "/api/v1/grant-applications",
    "status=draft,internal_review,ready&limit=100",
  );
  const items = applications.data?.items ?? [];
  const id = chosen || (items[0]?.id ?? "");
  return (
    <div className="stack">
      <div>
        <h1 className="text-22 font-semibold">AI hub</h1>
        <p className="text-t2">
          Helpers for grants, and the agents. They work by written rules, each with its source; no
          language model takes part and nothing leaves this server.
        </p>
      </div>
      <Eligibility />
      {items.length > 0 ? (
        <label className="field">
          <span className="label">Application</span>
          <select
            className="field-control"
            value={id}
            onChange={(event) => setChosen(event.target.value)}
          >
            {items.map((one) => (
              <option key={one.id} value={one.id}>
                {one.number} {one.title}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="text-t2">No application is in work.</p>
      )}
      {id && <Contradictions id={id} />}
      <AgentDirectory />
    </div>
  );
}
