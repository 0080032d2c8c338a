import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { counted } from "#kernel/words.ts";
import { formatInstant } from "#kernel/dates.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import {
  CheckboxField,
  QuantityField,
  SelectField,
  TextArea,
  TextField,
} from "#web/kit/form/fields.tsx";
import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { PostDialog } from "../incident/parts.tsx";
import type { Rule, Trial } from "./alert.model.ts";

function TrialDialog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { timeZone } = useAgency();
  const found = useGet<Trial>("alert-rules", `/api/v1/alert-rules/${rule.id}/trial`);
  return (
    <Dialog
      onClose={onClose}
      title={`${rule.name}, tried on the archive`}
      description="What it would have done, each event once for each severity. Nobody is told."
      className="dialog dialog-wide"
    >
      {found.isPending && <RecordSkeleton />}
      {found.error && <ErrorPanel error={found.error} what="The trial" />}
      {found.data && (
        <>
          <p>
            Of {found.data.weighed} events of the past it would have acted on{" "}
            {found.data.acted.length}.
          </p>
          <ul className="grid gap-2">
            {found.data.acted.map((alert) => (
              <li key={alert.id}>
                <Link to={pathTo("weatherAlert", { id: alert.id })}>{alert.headline}</Link>
                <span className="text-13 text-t2">
                  {" "}
                  {formatInstant(alert.sentAt, timeZone)}, {alert.records} records inside or
                  possibly inside
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

type RuleForm = {
  name: string;
  events: string;
  severe: boolean;
  nearMeters: string;
  needsRecords: boolean;
  tellMe: boolean;
  alsoId: string;
  toDo: string;
  draftsIncident: boolean;
  kitId: string;
};

function DraftRule({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const kits = useGet<{ items: { id: string; name: string; vendor: string }[] }>(
    "emergency-kits",
    "/api/v1/alert-rules/kits",
  );
  return (
    <PostDialog<RuleForm>
      title="Draft a rule"
      description="A rule tells people, drafts incidents and prepares orders. It reserves no money and sends nothing to a vendor."
      path="/api/v1/alert-rules"
      submit="Keep as a draft"
      nouns={["alert-rules"]}
      values={{
        name: "",
        events: "",
        severe: true,
        nearMeters: "0",
        needsRecords: true,
        tellMe: true,
        alsoId: "",
        toDo: "",
        draftsIncident: true,
        kitId: "",
      }}
      bodyOf={(v) => ({
        name: v.name,
        events: v.events
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean),
        severities: v.severe ? ["severe", "extreme"] : [],
        nearMeters: Number(v.nearMeters) || 0,
        needsRecords: v.needsRecords,
        people: [v.tellMe && user ? user.id : "", v.alsoId].filter(Boolean),
        toDo: v.toDo,
        draftsIncident: v.draftsIncident,
        kits: v.kitId ? [v.kitId] : [],
      })}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <TextArea name="events" label="Events, one a line; none means all" rows={3} />
      <CheckboxField name="severe" label="Only severe and extreme ones" />
      <QuantityField name="nearMeters" label="Count records up to so many meters around" />
      <CheckboxField name="needsRecords" label="Only where records are inside" />
      <CheckboxField name="tellMe" label="Tell me" />
      <Combobox<{ id: string; name: string }>
        name="alsoId"
        label="Also notify"
        path="/api/v1/members"
        query="active=true"
        itemLabel={(member) => member.name}
      />
      <TextField
        name="toDo"
        label="What they have to do"
        hint="Empty gives no task"
        maxLength={200}
      />
      <CheckboxField name="draftsIncident" label="Draft an incident in monitoring" />
      <SelectField
        name="kitId"
        label="Prepare an order from a kit"
        placeholder="No kit"
        hint="Somebody who may order looks at it and issues it, or sets it aside"
        options={(kits.data?.items ?? []).map(({ id, name, vendor }) => ({
          value: id,
          label: `${name}, ${vendor}`,
        }))}
      />
    </PostDialog>
  );
}

/** What is done when a warning comes. */
export function Rules() {
  const { can } = useAuth();
  const rules = useGet<{ items: Rule[] }>("alert-rules", "/api/v1/alert-rules");
  const [step, setStep] = useState<{ action: "publish" | "retire"; rule: Rule } | null>(null);
  const [drafting, setDrafting] = useState(false);
  const [tried, setTried] = useState<Rule | null>(null);
  return (
    <Panel title="Rules">
      <ul className="grid gap-2">
        {(rules.data?.items ?? []).map((rule) => (
          <li key={rule.id} className="flex flex-wrap items-center gap-2">
            <b>{rule.name}</b>
            <span className="text-13 text-t2">
              {[
                rule.events.join(", ") || "every event",
                rule.severities.join(", "),
                rule.people.length > 0 && `tells ${rule.people.length}`,
                rule.toDo && `gives a task: ${rule.toDo}`,
                rule.draftsIncident && "drafts an incident",
                rule.kits.length > 0 && `prepares ${counted(rule.kits.length, "order")}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <StatusBadge statuses={definitionStatuses} status={rule.status} />
            <button type="button" className="btn btn-small" onClick={() => setTried(rule)}>
              Try it<span className="visually-hidden">: {rule.name}</span>
            </button>
            {can("alert.configure") && rule.status !== "retired" && (
              <button
                type="button"
                className="btn btn-small"
                onClick={() =>
                  setStep({ action: rule.status === "draft" ? "publish" : "retire", rule })
                }
              >
                {rule.status === "draft" ? "Publish" : "Retire"}
              </button>
            )}
          </li>
        ))}
      </ul>
      {can("alert.configure") && (
        <button type="button" className="btn justify-self-start" onClick={() => setDrafting(true)}>
          Draft a rule
        </button>
      )}
      {tried && <TrialDialog rule={tried} onClose={() => setTried(null)} />}
      {drafting && <DraftRule onClose={() => setDrafting(false)} />}
      {step && (
        <StepDialog
          path="/api/v1/alert-rules"
          version={step.rule}
          action={step.action}
          text={
            step.action === "publish"
              ? "From now on it acts when a warning comes, once for each event and severity."
              : "It no longer acts. What it did stays."
          }
          onClose={() => setStep(null)}
        />
      )}
    </Panel>
  );
}
