import { useState } from "react";
import { definitionStatuses } from "#kernel/definition.ts";
import { timeAgo } from "#kernel/dates.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { CheckboxField, QuantityField, TextArea, TextField } from "#web/kit/form/fields.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { PostDialog } from "../incident/parts.tsx";
import { AlertTable } from "./AlertTable.tsx";
import type { Feed, Rule } from "./alert.model.ts";

type Taken = { taken: number; known: number; unread: string[] };

function Paste() {
  const take = useMutationAction<Taken>("weather-alerts", "incidents");
  const [text, setText] = useState("");
  const send = () =>
    take.mutate(
      { path: "/api/v1/weather-alerts/messages", body: { text } },
      {
        onSuccess: () => setText(""),
        onError: (error) => notify.failed("Nothing was taken in", error),
      },
    );
  return (
    <Panel title="Take messages in">
      <label className="field">
        <span className="label">Message as CAP 1.2, Atom of CAP, or GeoJSON</span>
        <textarea
          className="field-control mono"
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <label className="field">
        <span className="label">Or a file</span>
        <input
          type="file"
          accept=".xml,.cap,.json,.geojson"
          onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
        />
      </label>
      <button
        type="button"
        className="btn btn-primary justify-self-start"
        disabled={text.length < 2 || take.isPending}
        onClick={send}
      >
        Take in
      </button>
      {take.data && (
        <div role="status">
          <p>
            {take.data.taken} taken in, {take.data.known} known already.
          </p>
          <ul className="text-13 text-danger">
            {take.data.unread.map((problem) => (
              <li key={problem}>Kept, but not read: {problem}</li>
            ))}
          </ul>
        </div>
      )}
    </Panel>
  );
}

function Feeds() {
  const { can } = useAuth();
  const feeds = useGet<{ items: Feed[] }>("alert-feeds", "/api/v1/alert-feeds");
  const act = useMutationAction("alert-feeds");
  const [adding, setAdding] = useState(false);
  return (
    <Panel title="Feeds">
      <ul className="grid gap-2">
        {(feeds.data?.items ?? []).map((feed) => (
          <li key={feed.id} className="flex flex-wrap items-center gap-2">
            <b>{feed.name}</b>
            <span className="text-13 text-t2 [overflow-wrap:anywhere]">{feed.address}</span>
            <span className="text-13">
              {feed.message ??
                (feed.lastOkAt
                  ? `answered ${timeAgo(feed.lastOkAt, Date.now())}`
                  : "not asked yet")}
            </span>
            {can("alert.configure") && (
              <button
                type="button"
                className="btn btn-small ml-auto"
                onClick={() =>
                  act.mutate({
                    path: `/api/v1/alert-feeds/${feed.id}/actions/${feed.active ? "pause" : "resume"}`,
                  })
                }
              >
                {feed.active ? "Pause" : "Go on"}
              </button>
            )}
          </li>
        ))}
      </ul>
      {feeds.data?.items.length === 0 && (
        <p className="text-t2">
          No feed is read. The National Weather Service answers at
          api.weather.gov/alerts/active?area=MN.
        </p>
      )}
      {can("alert.configure") && (
        <button type="button" className="btn justify-self-start" onClick={() => setAdding(true)}>
          Add a feed
        </button>
      )}
      {adding && (
        <PostDialog
          title="Add a feed"
          description="Read every minute. One that is down stops no other."
          path="/api/v1/alert-feeds"
          submit="Add"
          nouns={["alert-feeds"]}
          values={{ name: "", address: "https://" }}
          onClose={() => setAdding(false)}
        >
          <TextField name="name" label="Name" required maxLength={120} />
          <TextField name="address" label="Address" required maxLength={500} />
        </PostDialog>
      )}
    </Panel>
  );
}

type RuleForm = {
  name: string;
  events: string;
  severe: boolean;
  nearMeters: string;
  needsRecords: boolean;
  tellMe: boolean;
  draftsIncident: boolean;
};

function DraftRule({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  return (
    <PostDialog<RuleForm>
      title="Draft a rule"
      description="A rule tells people and drafts incidents. It reserves no money and sends nothing to a vendor."
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
        draftsIncident: true,
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
        people: v.tellMe && user ? [user.id] : [],
        draftsIncident: v.draftsIncident,
      })}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <TextArea name="events" label="Events, one a line; none means all" rows={3} />
      <CheckboxField name="severe" label="Only severe and extreme ones" />
      <QuantityField name="nearMeters" label="Count records up to so many meters around" />
      <CheckboxField name="needsRecords" label="Only where records are inside" />
      <CheckboxField name="tellMe" label="Tell me" />
      <CheckboxField name="draftsIncident" label="Draft an incident in monitoring" />
    </PostDialog>
  );
}

function Rules() {
  const { can } = useAuth();
  const rules = useGet<{ items: Rule[] }>("alert-rules", "/api/v1/alert-rules");
  const [step, setStep] = useState<{ action: "publish" | "retire"; rule: Rule } | null>(null);
  const [drafting, setDrafting] = useState(false);
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
                rule.draftsIncident && "drafts an incident",
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <StatusBadge statuses={definitionStatuses} status={rule.status} />
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

/** Warnings, where they come from, and what is done about them. */
export default function AlertDesk() {
  const { can } = useAuth();
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Weather alerts</h1>
      <Tabs
        label="Weather alerts"
        tabs={[
          { id: "alerts", label: "Alerts", content: () => <AlertTable /> },
          {
            id: "sources",
            label: "Sources",
            content: () => (
              <>
                <Feeds />
                {can("alert.edit") && <Paste />}
              </>
            ),
          },
          { id: "rules", label: "Rules", content: () => <Rules /> },
        ]}
      />
    </div>
  );
}
