import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { FormRow, InstantField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { planCycle } from "./incident.labels.ts";
import type { IncidentDetail } from "./incident.model.ts";
import { PostDialog } from "./parts.tsx";

type Open = { what: "period" } | { what: "objective" } | { what: "plan"; id: string; no: number };

function Objectives({ incident, mayChange }: { incident: IncidentDetail; mayChange: boolean }) {
  const end = useMutationAction("incidents");
  return (
    <ol className="grid gap-1">
      {incident.objectives.map((o) => (
        <li key={o.id} className="flex flex-wrap items-center gap-2">
          <span className={o.outcome ? "text-t2" : ""}>{o.objective}</span>
          <span className="text-12 text-t2">
            since period {o.fromPeriod}
            {o.outcome && `, ${o.outcome} in ${o.untilPeriod}`}
          </span>
          {mayChange && !o.outcome && (
            <button
              type="button"
              className="btn btn-small ml-auto"
              onClick={() =>
                end.mutate({
                  path: `/api/v1/incident-objectives/${o.id}/end`,
                  body: { outcome: "met" },
                })
              }
            >
              Met<span className="visually-hidden">: {o.objective}</span>
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

function Dialogs({
  incident,
  open,
  onClose,
}: {
  incident: IncidentDetail;
  open: Open;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const nouns = ["incidents", "incident-plans"];
  if (open.what === "period")
    return (
      <PostDialog
        title="Open an operational period"
        description="Periods do not overlap."
        path={`/api/v1/incidents/${incident.id}/periods`}
        submit="Open"
        nouns={nouns}
        values={{ fromAt: "", toAt: "" }}
        onClose={onClose}
      >
        <FormRow>
          <InstantField name="fromAt" label="Begins" required />
          <InstantField name="toAt" label="Ends" required />
        </FormRow>
      </PostDialog>
    );
  if (open.what === "objective")
    return (
      <PostDialog
        title="Set an objective"
        description="It carries on over the periods until it is met or dropped."
        path={`/api/v1/incidents/${incident.id}/objectives`}
        submit="Set"
        nouns={nouns}
        values={{ objective: "" }}
        onClose={onClose}
      >
        <TextField name="objective" label="Objective" required maxLength={1000} />
      </PostDialog>
    );
  return (
    <PostDialog
      title={`Action plan of period ${open.no}`}
      description="Objectives, organization and resources are the records; channels, contacts and the medical plan are tables of the draft."
      path={`/api/v1/incident-periods/${open.id}/plan`}
      submit="Draft"
      nouns={nouns}
      values={{ weather: "", safety: "" }}
      onClose={onClose}
      onDone={({ id }) => void navigate(pathTo("incidentPlan", { id }))}
    >
      <TextArea name="weather" label="Weather and situation (ICS 202)" rows={2} />
      <TextArea name="safety" label="Safety message (ICS 208)" rows={3} required />
    </PostDialog>
  );
}

/** Operational periods with their plans, and the objectives that carry on. */
export function PeriodsPanel({
  incident,
  mayChange,
}: {
  incident: IncidentDetail;
  mayChange: boolean;
}) {
  const { timeZone } = useAgency();
  const [open, setOpen] = useState<Open | null>(null);
  return (
    <Panel title="Operational periods and objectives">
      <ul className="grid gap-2">
        {incident.periods.map((p) => (
          <li key={p.id} className="flex flex-wrap items-center gap-2">
            <b>Period {p.periodNo}</b>
            <span className="text-13 text-t2">
              {formatInstant(p.fromAt, timeZone)} to {formatInstant(p.toAt, timeZone)}
            </span>
            {p.planId && p.planStatus ? (
              <>
                <Link to={pathTo("incidentPlan", { id: p.planId })}>
                  Action plan of period {p.periodNo}
                </Link>
                <StatusBadge statuses={planCycle.statuses} status={p.planStatus} />
              </>
            ) : (
              mayChange && (
                <button
                  type="button"
                  className="btn btn-small"
                  onClick={() => setOpen({ what: "plan", id: p.id, no: p.periodNo })}
                >
                  Draft the plan of period {p.periodNo}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
      {incident.periods.length === 0 && (
        <p className="text-t2">
          No operational period is open yet. The plan of a period is drafted from it.
        </p>
      )}
      <h3 className="text-15 font-semibold">Objectives (ICS 202)</h3>
      {incident.objectives.length === 0 && <p className="text-t2">None is set yet.</p>}
      <Objectives incident={incident} mayChange={mayChange} />
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => setOpen({ what: "period" })}>
            Open a period
          </button>
          <button type="button" className="btn" onClick={() => setOpen({ what: "objective" })}>
            Set an objective
          </button>
        </div>
      )}
      {open && <Dialogs incident={incident} open={open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
